"""Stretches of a page's blocks that stand around each block, and what is in them.

Arrays (n, ...) lie column by column in memory, since operations work on columns of all blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.floating]


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


def windows(size: int, radii: Sequence[int]) -> Spans:
    """Return the spans around each of `size` blocks, cut off at the ends of the page: (size, radii)."""
    index, radius = np.arange(size), np.array(radii)[:, None]
    return Spans(np.maximum(index - radius, 0).T, np.minimum(index + (radius + 1), size).T)
