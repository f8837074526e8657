"""The elements around each block, as spans of the page's blocks, and columns of numbers side by side.

Arrays (n, ...) lie column by column in memory, since operations work on columns of all blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.floating]

#: Neighbours looked at on each side, and blocks on each side of the two windows.
REACH = 3
WINDOWS = (3, 10)


class Spans(NamedTuple):
    """Spans [start, end) of a page's blocks, in any shape: one or more for each block."""

    starts: NDArray[np.intp]
    ends: NDArray[np.intp]

    def sums(self, *quantities: NDArray[Any]) -> list[Floats]:
        """Sum quantities of the blocks, each (n,), over each span: an array of the spans' shape for each."""
        total = np.zeros((len(quantities), len(quantities[0]) + 1))
        np.array(quantities, float).cumsum(axis=1, out=total[:, 1:])
        sums = total.take(self.ends.T, axis=1) - total.take(self.starts.T, axis=1)
        return [each.T for each in sums]


class Containers(NamedTuple):
    """For each of n blocks, its element and those above it."""

    #: int (n, levels): depth of the element, 1 for ``html``.
    depths: NDArray[np.intp]
    #: (n, levels): the blocks that it holds.
    spans: Spans


def containers(depths: NDArray[np.integer], shared: NDArray[np.integer], levels: int) -> Containers:
    """Find, for each of n blocks, the element at its depth (n,) and those above it, `levels` in all.

    `shared` (n,) is the number of elements that each block has in common with the block before it.
    """
    size = len(depths)
    index = np.arange(size)
    wanted = np.maximum(depths - np.arange(levels)[:, None], 1)
    begins = shared < np.arange(wanted.max() + 1)[:, None]
    starts = np.maximum.accumulate(index * begins, axis=1)
    # An element ends where the next one at its depth begins, or at the end of the page: the extra column.
    nexts = np.full((len(begins), size + 1), size)
    np.copyto(nexts[:, :-1], index, where=begins)
    np.minimum.accumulate(nexts[:, ::-1], axis=1, out=nexts[:, ::-1])
    at = wanted * size + index
    return Containers(wanted.T, Spans(starts.take(at).T, nexts.take(at + wanted + 1).T))


def windows(size: int, radii: Sequence[int]) -> Spans:
    """Return the spans around each of `size` blocks, cut off at the ends of the page: (size, radii)."""
    index, radius = np.arange(size), np.array(radii)[:, None]
    return Spans(np.maximum(index - radius, 0).T, np.minimum(index + (radius + 1), size).T)


def neighbours(columns: Floats, beyond: float) -> Floats:
    """Put columns (c, n) of the blocks up to `REACH` away side by side, block by block: (n, c x neighbours).

    Where the page ends before, the columns are `beyond`.
    """
    size = columns.shape[1]
    padded = np.full((len(columns), size + 2 * REACH), beyond, np.float32)
    padded[:, REACH : REACH + size] = columns
    return np.concatenate([padded[:, at : at + size] for at in range(2 * REACH + 1) if at != REACH]).T


def stack(columns: Sequence[NDArray[Any]]) -> Floats:
    """Put columns (n,) side by side."""
    return np.array(columns, np.float32).T


def stack_levels(columns: Sequence[NDArray[Any]]) -> Floats:
    """Put columns (n, levels) side by side, level by level: (n, levels x columns)."""
    levels = np.array([column.T for column in columns], np.float32).swapaxes(0, 1)
    return levels.reshape(-1, levels.shape[-1]).T
