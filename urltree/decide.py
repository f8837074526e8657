"""The name of a heuristic -> what decides on the blocks of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from urltree.auto import auto
from urltree.errors import HeuristicError
from urltree.heuristics import relaxed_at_domain, strict, strict_at_domain, strict_support, vote
from urltree.models import Decision, Label, NodeCounts, Page, TextBlock

#: A page, what the nodes of its branch know of its blocks (root first), its title as far as it is known
#: -> one decision a block.
Heuristic = Callable[[Page, Sequence[NodeCounts], str | None], list[Decision]]

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
        return lambda page, branch, title: auto(page.blocks, branch, title)
    decide = _by_counts(name)
    return lambda page, branch, _title: decide(page.blocks, branch)


def _by_counts(name: str) -> _ByCounts:
    if name in _FIXED:
        return _FIXED[name]
    parametrised = re.fullmatch(r"(strict-support|relaxed-at-domain)-(\d{1,9})", name)
    if not parametrised:
        raise HeuristicError(f"no heuristic {name!r}: give one of {', '.join(NAMES)}")
    family, number = parametrised.groups()
    return partial(_PARAMETRISED[family], int(number))
