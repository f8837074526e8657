"""A page with known text, to learn from."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from urltree.models import NodeCounts, TextBlock
    from urltree.training.labels import Labels
    from urltree.traits.outline import Outline


class Version(StrEnum):
    """How a page was changed for training."""

    AS_SERVED = "as served"
    #: As if no element had an id or a class, because tools make these up.
    NAMELESS = "without names"
    #: With teasers and comments inserted, as the first page of a site.
    BOXED = "with boxes"


class Observed(NamedTuple):
    """What the history of paths takes from a page of n blocks and its site, besides the blocks' scores."""

    site: str
    blocks: tuple[TextBlock, ...]
    outline: Outline
    #: What the site holds of the blocks, root and domain first.
    branch: Sequence[NodeCounts]
    #: Whether the page is new to the tree; the history takes in only new pages.
    is_new: bool


class LabelledPage(NamedTuple):
    """A page of n blocks to learn from, or to be judged by."""

    #: Name of its data set.
    dataset: str
    #: Registered domain: pages of one domain are never on both sides of a split.
    domain: str
    #: Its number on its site, from 1.
    number: int
    #: float16 (n, ...): the network's inputs; `with_histories` adds those that depend on scores.
    inputs: NDArray[np.float16]
    #: float32 (n,): words as the heuristic counts them.
    words: NDArray[np.float32]
    labels: Labels
    gold: str
    #: What `with_histories` needs.
    observed: Observed
    #: ``article``, ``product``, … if its data set has kinds.
    kind: str | None = None
    version: Version = Version.AS_SERVED
