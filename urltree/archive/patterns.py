"""Classify texts by the snapshots in which they occur: the bit patterns of Leśniak, appendix B."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from urltree.archive.cross import Bits
    from urltree.archive.occurrence import Occurrence


class Kind(StrEnum):
    """What a text is, as far as its pattern shows; each is also the mark of such a text on its page."""

    CONTENT = "content"
    BOILERPLATE = "boilerplate"
    #: Its pattern is in none of the tables.
    INVALID = "uncertain"


def _table(content: str, boilerplate: str) -> dict[Bits, Kind]:
    kinds = dict.fromkeys(boilerplate.split(), Kind.BOILERPLATE) | {content: Kind.CONTENT}
    return {tuple(map(int, bits)): kind for bits, kind in kinds.items()}  # type: ignore[misc]  # five


#: Bits of the cross -> bits of a text -> what it is. What is not listed is invalid.
PATTERNS: Mapping[Bits, Mapping[Bits, Kind]] = {
    # Table B.1
    (1, 1, 0, 0, 0): _table("10000", "11000"),
    # Table B.2
    (1, 1, 1, 0, 0): _table("10000", "10100 11000 11100"),
    # Table B.3
    (1, 1, 0, 0, 1): _table("10001", "10000 11000 11001"),
    (1, 1, 0, 1, 0): _table("10010", "10000 11000 11010"),
    # Table B.4
    (1, 1, 0, 1, 1): _table("10011", "10000 10001 10010 11000 11001 11010 11011"),
    # Table B.5
    (1, 1, 1, 0, 1): _table("10001", "11101"),
    (1, 1, 1, 1, 0): _table("10010", "11110"),
    (1, 1, 1, 1, 1): _table("10011", "11111"),
}


def classify(cross: Bits, occurrences: Iterable[Occurrence]) -> list[Kind]:
    """Return the kind of each text by its pattern (test case T001 of the thesis)."""
    kinds = PATTERNS.get(cross, {})
    return [kinds.get(each.bits, Kind.INVALID) for each in occurrences]


def invalid_as_boilerplate(kinds: Iterable[Kind]) -> list[Kind]:
    """Replace invalid by boilerplate (test case T002)."""
    return [Kind.BOILERPLATE if kind is Kind.INVALID else kind for kind in kinds]


def propagate(
    parents: Sequence[int], occurrences: Iterable[Occurrence], kinds: Iterable[Kind]
) -> list[Kind | None]:
    """Return for each element the kind that all text in it shares, or None, from the deepest up (§2.3).

    `parents` holds for each element the number of its parent, which is never higher than its own.
    """
    inside: list[set[Kind | None]] = [set() for _ in parents]
    for each, kind in zip(occurrences, kinds, strict=True):
        inside[each.text.parent].add(kind)
    for element in range(len(parents) - 1, 0, -1):
        if inside[element]:
            inside[parents[element]].add(_shared(inside[element]))
    return list(map(_shared, inside))


def _shared(kinds: set[Kind | None]) -> Kind | None:
    return next(iter(kinds)) if len(kinds) == 1 else None
