"""The networks of `auto`: those that come with the library, or those of a file that `urltree train` wrote."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from urltree.errors import HeuristicError, InputError
from urltree.evidence.pathevidence import PATH_EVIDENCE
from urltree.evidence.treeevidence import EVIDENCE
from urltree.features import FEATURES
from urltree.homes import expanded
from urltree.scorer import load_network

if TYPE_CHECKING:
    from urltree.scorer import Network

AUTO = "auto"

#: The inputs of a network for a block, in order: features of the page, and evidence of its site.
INPUTS = (*FEATURES, *EVIDENCE, *PATH_EVIDENCE)

#: Name of an input -> its column; that of a feature is the same among the features alone.
COLUMNS = {name: column for column, name in enumerate(INPUTS)}

#: Dimensions of the weights of a network that has members; see `Layer`.
WITH_MEMBERS = 3

WEIGHTS = Path(__file__).parents[1] / "weights" / "auto.npz"


class Networks(NamedTuple):
    """What scores blocks."""

    #: By all inputs.
    full: Network
    #: The same reduced to the features of the page: nothing is known of the site.
    cold: Network


def networks_of(heuristic: str) -> Networks | None:
    """Return the networks of ``auto`` or ``auto:FILE``; None for another heuristic.

    A file is read once for as long as it stays as it is. Raises `HeuristicError` for one without a network
    that has the inputs of `auto`.
    """
    family, colon, file = heuristic.partition(":")
    if family != AUTO or (colon and not file):
        return None
    try:
        path = (expanded(Path(file)) if colon else WEIGHTS).absolute()
        return _read(path, _state(path))
    except InputError as error:
        raise HeuristicError(f"{error}; use a file that urltree train of this version wrote") from error


def _state(path: Path) -> tuple[int, ...]:
    """Return what changes when a file is written anew; nothing if it cannot be read."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return ()
    return state.st_ino, state.st_size, state.st_mtime_ns


@lru_cache(maxsize=8)
def _read(path: Path, _: tuple[int, ...]) -> Networks:
    network = load_network(path)
    if len(network.mean) != len(INPUTS):
        raise InputError(f"the network in {path} has {len(network.mean)} inputs, not {len(INPUTS)}")
    if network.layers[0].weights.ndim != WITH_MEMBERS:
        raise InputError(f"the network in {path} has no members")
    return Networks(network, network.where_the_rest_is_0(len(FEATURES)))
