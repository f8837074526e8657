"""The elements around each block, as spans of the page's blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]


class Containers(NamedTuple):
    """For each of n blocks its element and those above, as the blocks [start, end) that they hold."""

    #: int (n, levels): depth of the element, 1 for ``html``.
    depths: NDArray[np.intp]
    starts: NDArray[np.intp]
    ends: NDArray[np.intp]

    def sums(self, quantities: Floats) -> Floats:
        """Sum quantities (n, q) of the blocks over each container: (n, levels, q)."""
        total = np.zeros((len(quantities) + 1, quantities.shape[1]))
        np.cumsum(quantities, axis=0, out=total[1:])
        return total.take(self.ends, axis=0) - total.take(self.starts, axis=0)


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
    return Containers(wanted, starts.take(places), ends.take(places))
