"""The DOM paths of a page: where its blocks are, and all that is above them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import xxhash

from urltree.models import OPENINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import TextBlock

#: The most paths of a page that are told apart from their parents; hardly any page has more.
MAX_PAGE_PATHS = 1_000

#: How a block opens: its first word, or the start of it.
_OPENING = re.compile(r"[^\W\d_]{1,12}")

#: The hash of the empty path.
_EMPTY = 0


class Outline(NamedTuple):
    """The m paths of a page with n blocks; the first is the empty path, which is above all others."""

    #: uint64 (m,): a path comes after the one above it.
    hashes: NDArray[np.uint64]
    #: uint16 (m,): place of the path above.
    above: NDArray[np.uint16]
    #: uint16 (n,): place of each block's own path.
    own: NDArray[np.uint16]
    #: uint16 (n,): how each block opens; 0 without letters, or with more than `OPENINGS` blocks on its path.
    openings: NDArray[np.uint16]

    def levels(self, count: int) -> NDArray[np.intp]:
        """Return the places of each block's own path, of the one above it, and so on: (count, n)."""
        levels = np.empty((count, len(self.own)), np.intp)
        levels[0] = self.own
        for level in range(1, count):
            levels[level] = self.above[levels[level - 1]]
        return levels


def outline(blocks: Sequence[TextBlock]) -> Outline:
    """Find the paths of a page's blocks and those above them."""
    places: dict[str | None, int] = {None: 0}
    above = [0]
    # Hardly any call finds a new path, and none has the place 0.
    found = (places.get(block.path) or _add(block.path, places, above) for block in blocks)
    own = np.fromiter(found, np.uint16, len(blocks))
    hashes = [_EMPTY if path is None else xxhash.xxh3_64_intdigest(path.encode()) for path in places]
    return Outline(np.array(hashes, np.uint64), np.array(above, np.uint16), own, _openings(blocks, own))


def _add(path: str | None, places: dict[str | None, int], above: list[int]) -> int:
    """Add a path and those above it, and return its place; if there are too many, its parent's."""
    missing: list[str | None] = []
    while path not in places:
        missing.append(path)
        path = _above(path)
    place = places[path]
    for each in reversed(missing):
        if len(above) == MAX_PAGE_PATHS:
            break
        places[each] = len(above)
        above.append(place)
        place = places[each]
    return place


def _above(path: str | None) -> str | None:
    """Return the path above one; None stands for the empty path, as ``""`` is that of text in no element."""
    return path.rpartition("/")[0] or None if path else None


def _openings(blocks: Sequence[TextBlock], own: NDArray[np.uint16]) -> NDArray[np.uint16]:
    openings = np.zeros(len(blocks), np.uint16)
    lettered = np.flatnonzero([block.hash is not None for block in blocks])
    paths = own[lettered]
    few = lettered[np.bincount(paths)[paths] <= OPENINGS]
    openings[few] = [_opening(blocks[place].text) for place in few.tolist()]
    return openings


def _opening(text: str) -> int:
    first = _OPENING.search(text)
    return 1 + xxhash.xxh32_intdigest(first[0].lower().encode()) % 0xFFFF if first else 0
