"""Rows of elements that are alike and in the same parent: the posts of a thread, the items of a list."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from urltree.traits.blockspans import Spans
from urltree.traits.pathfeatures import tag_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urltree.models import TextBlock

_BOXES = frozenset(("div", "section"))
_NAMES = re.compile(r"[#.][^#.\[]+")


def rows(blocks: Sequence[TextBlock], place: int) -> Iterator[tuple[int, Spans]]:
    """Yield the rows that elements around a block are in, but for its own element, from the outermost in.

    A row is the steps of the path above it, and the spans of its elements, at least two: (elements,).
    """
    steps = [block.path.split("/") for block in blocks]
    shared = np.array([block.shared for block in blocks])
    first, last = 0, len(blocks)
    for level, step in enumerate(steps[place][:-1]):
        begins = first + np.flatnonzero(shared[first:last] <= level)
        ends = np.append(begins[1:], last)
        alike = [len(steps[begin]) > level and are_alike(step, steps[begin][level]) for begin in begins]
        if sum(alike) > 1:
            yield level, Spans(begins[alike], ends[alike])
        own = np.searchsorted(begins, place, "right") - 1
        first, last = begins[own], ends[own]


def are_alike(step: str, other: str) -> bool:
    """Say whether two elements have the same tag, and an id or a class in common unless neither has any.

    Boxes without names may be anything.
    """
    tag = tag_of(step)
    names, others = set(_NAMES.findall(step)), set(_NAMES.findall(other))
    is_like = bool(names & others) or not (names or others or tag in _BOXES)
    return is_like and tag == tag_of(other)
