"""The name of a heuristic -> what decides on the blocks of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from urltree.auto import auto
from urltree.errors import HeuristicError
from urltree.heuristics import relaxed_at_domain, strict, strict_at_domain, strict_support, vote
from urltree.models import Decision, Label, NodeCounts, TextBlock

#: Blocks of a page, what the nodes of its branch know of them (root first), the page's title if it has one
#: -> one decision a block.
Heuristic = Callable[[Sequence[TextBlock], Sequence[NodeCounts], str | None], list[Decision]]

DEFAULT = "auto"
NAMES = (
    "auto",
    "strict",
    "strict-support-N",
    "strict-at-domain",
    "relaxed-at-domain-N",
    "vote-slow",
    "vote-fast",
)

_ByCounts = Callable[[Sequence[TextBlock], Sequence[NodeCounts]], list[Decision]]

_FIXED: dict[str, _ByCounts] = {
    "strict": strict,
    "strict-at-domain": strict_at_domain,
    "vote-slow": partial(vote, 100, Label.BOILERPLATE),
    "vote-fast": partial(vote, 50, Label.CONTENT),
}
_PARAMETRISED: dict[str, Callable[..., list[Decision]]] = {
    "strict-support": strict_support,
    "relaxed-at-domain": relaxed_at_domain,
}


def heuristic(name: str) -> Heuristic:
    """Give the heuristic of that name, N being a number of documents. Raises `HeuristicError`."""
    if name == "auto":
        return auto
    decide = _by_counts(name)
    return lambda blocks, branch, _title: decide(blocks, branch)


def _by_counts(name: str) -> _ByCounts:
    if name in _FIXED:
        return _FIXED[name]
    parametrised = re.fullmatch(r"(strict-support|relaxed-at-domain)-(\d{1,9})", name)
    if not parametrised:
        raise HeuristicError(f"no heuristic {name!r}: give one of {', '.join(NAMES)}")
    family, number = parametrised.groups()
    return partial(_PARAMETRISED[family], int(number))
