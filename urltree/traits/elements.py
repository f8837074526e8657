"""The elements of a page, as spans of its blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.traits.blockspans import Spans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: How many elements around each block have features of their own: its own, the parent, and so on.
CONTAINER_LEVELS = 5


class Elements:
    """The elements around the n blocks of a page, at least one block; a depth of 1 is that of ``html``."""

    def __init__(self, depths: NDArray[np.intp], shared: Sequence[int]) -> None:
        """Find the elements by the depth (n,) of each block's own, and by `TextBlock.shared`."""
        size = len(depths)
        index = np.arange(size)
        #: Each block by itself.
        self.blocks = Spans(index, index + 1)
        #: (n,): depth of each block's own element.
        self.depths = depths
        begins = np.array(shared, np.intp) < np.arange(depths.max() + 1)[:, None]
        #: By depth and block: where the last element that is as deep has begun, this block included.
        self._starts = np.maximum.accumulate(index * begins, axis=1)
        #: By depth and block: where the next one begins, this block included; one column more for the end.
        self._nexts = np.full((len(begins), size + 1), size)
        np.copyto(self._nexts[:, :-1], index, where=begins)
        np.minimum.accumulate(self._nexts[:, ::-1], axis=1, out=self._nexts[:, ::-1])
        #: (n, CONTAINER_LEVELS): each block's own element, its parent, and so on.
        self.containers = self.at((depths - np.arange(CONTAINER_LEVELS)[:, None]).T)

    def at(self, depths: NDArray[np.intp]) -> Spans:
        """Return the element around each block at a depth (n,), or at several (n, levels); at least at 1."""
        depths = np.maximum(depths.T, 1)
        return Spans(self._starts[depths, self.blocks.starts].T, self._nexts[depths, self.blocks.ends].T)

    def above(self, steps: int) -> Spans:
        """Return the element so many steps above each block's own: (n,)."""
        return self.at(self.depths - steps)
