"""The elements around each block, as spans of the page's blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.floating]


class Spans(NamedTuple):
    """Spans [start, end) of a page's blocks, in any shape: one or more for each block."""

    starts: NDArray[np.intp]
    ends: NDArray[np.intp]

    def sums(self, *quantities: Floats) -> list[Floats]:
        """Sum quantities of the blocks, each (n,), over each span: an array of the spans' shape for each."""
        total = np.zeros((len(quantities[0]) + 1, len(quantities)))
        np.cumsum(np.array(quantities).T, axis=0, out=total[1:])
        return list(np.moveaxis(total.take(self.ends, axis=0) - total.take(self.starts, axis=0), -1, 0))


class Containers(NamedTuple):
    """For each of n blocks its element and those above."""

    #: int (n, levels): depth of the element, 1 for ``html``.
    depths: NDArray[np.intp]
    #: (n, levels): the blocks that it holds.
    spans: Spans


def containers(depths: NDArray[np.integer], shared: NDArray[np.integer], levels: int) -> Containers:
    """Find the containers of blocks at some depths that share so many elements with the block before."""
    wanted = np.maximum(depths[:, None] - np.arange(levels), 1)
    size = len(depths)
    rows = np.arange(size)[:, None]
    begins = shared[:, None] < np.arange(depths.max(initial=1) + 1)
    starts = np.maximum.accumulate(np.where(begins, rows, 0))
    nexts = np.minimum.accumulate(np.where(begins, rows, size)[::-1])[::-1]
    ends = np.concatenate((nexts[1:], np.full((1, nexts.shape[1]), size)))
    places = rows * starts.shape[1] + wanted
    return Containers(wanted, Spans(starts.take(places), ends.take(places)))


def windows(size: int, radii: Sequence[int]) -> Spans:
    """Give the blocks around each of `size` blocks, cut off at the ends of the page: (size, radii)."""
    index, radius = np.arange(size)[:, None], np.array(radii)
    return Spans(np.maximum(index - radius, 0), np.minimum(index + radius + 1, size))
