"""The name of a heuristic -> what decides on the blocks of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from urltree.auto.auto import AutoReading
from urltree.auto.networks import AUTO, networks_of
from urltree.errors import HeuristicError
from urltree.heuristics import relaxed_at_domain, strict, strict_at_domain, strict_support, vote
from urltree.models import Branch, Decision, Label, Observation, Page, PagePaths, TextBlock
from urltree.texrex import texrex


class Reading(Protocol):
    """A page as a heuristic sees it by itself, before the tree is asked."""

    @property
    def paths(self) -> PagePaths | None:
        """What the history of paths is to learn from the page; None for nothing."""

    def decide(self, seen: Observation) -> list[Decision]:
        """Return one decision per block, based on what the tree has seen of the blocks."""


#: A page and the title that was given for it (None if none was) -> its reading.
Heuristic = Callable[[Page, str | None], Reading]

DEFAULT = AUTO

_ByCounts = Callable[[Sequence[TextBlock], Branch], list[Decision]]

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
NAMES = (DEFAULT, "texrex", *_FIXED, *(f"{family}-N" for family in _PARAMETRISED))


@dataclass(frozen=True, slots=True)
class _BranchReading:
    """A page that is judged by the counts along its branch; the tree learns no paths from it."""

    by_branch: Callable[[Branch], list[Decision]]
    paths: None = None

    def decide(self, seen: Observation) -> list[Decision]:
        return self.by_branch(seen.branch)


#: The reading of a page without blocks, by any heuristic.
_NOTHING = _BranchReading(lambda _: [])


def heuristic(name: str) -> Heuristic:
    """Return the heuristic called `name`: one of `NAMES`, where N is a number of documents, or ``auto:FILE``.

    The latter is `auto` with a network that ``urltree train`` wrote. Raises `HeuristicError`.
    """
    read = _of_blocks(name)
    return lambda page, title: read(page, title) if page.blocks else _NOTHING


def _of_blocks(name: str) -> Heuristic:
    """Return the heuristic for pages that have at least one block."""
    if networks := networks_of(name):
        return partial(AutoReading, networks=networks)
    if name == "texrex":
        return lambda page, _title: _BranchReading(partial(texrex, page))
    by_counts = _by_counts(name)
    return lambda page, _title: _BranchReading(partial(by_counts, page.blocks))


def _by_counts(name: str) -> _ByCounts:
    if name in _FIXED:
        return _FIXED[name]
    parametrised = re.fullmatch(r"(.+)-([0-9]{1,9})", name)
    if not parametrised or parametrised[1] not in _PARAMETRISED:
        raise HeuristicError(f"unknown heuristic {name!r}; use one of {', '.join(NAMES)}")
    family, number = parametrised.groups()
    return partial(_PARAMETRISED[family], int(number))
