"""What is around each block of a page, for the layers of a network; pure.

A layer sees of each value below it five: the block's own, those of the block before and of the one after, the
mean of the blocks on its path, and the mean of the page. Longer blocks count for more in these means.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.product import product

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

#: Values that a layer sees of each value below it.
SOURCES = 5


class Groups(NamedTuple):
    """The groups of n blocks, each of which has a mean."""

    #: int (n,): the blocks, group after group.
    order: NDArray[np.intp]
    #: int (g,): where in `order` each group starts.
    starts: NDArray[np.intp]
    #: int (n,): the group of each block.
    places: NDArray[np.intp]
    #: float32 (n, 1): what part of its group's mean each block is.
    shares: Floats

    @classmethod
    def of(cls, names: NDArray[np.integer], weights: Floats) -> Groups:
        """Put blocks of one name (n,) into one group; weights are (n,)."""
        places = np.unique(names, return_inverse=True)[1]
        sizes = np.bincount(places)
        shares = weights / np.bincount(places, weights)[places]
        order = np.argsort(places, kind="stable")
        return cls(order, sizes.cumsum() - sizes, places, shares.astype(np.float32)[:, None])

    def means(self, values: Floats) -> Floats:
        """Return for each block the mean of its group: (k, n, u) of (k, n, u)."""
        return self._sums(values * self.shares)

    def parts_in_means(self, gradients: Floats) -> Floats:
        """Return the gradients of what `means` took, given those of what it gave; both (k, n, u)."""
        return self._sums(gradients) * self.shares

    def _sums(self, values: Floats) -> Floats:
        sums: Floats = np.add.reduceat(values.take(self.order, axis=1), self.starts, axis=1)
        return sums.take(self.places, axis=1)


class Context(NamedTuple):
    """What is around each of the n blocks of one or more pages."""

    paths: Groups
    pages: tuple[slice, ...]
    #: float32 (n, 1): what part of its page's mean each block is.
    shares: Floats

    @classmethod
    def of(cls, paths: Sequence[NDArray[np.integer]], words: Sequence[Floats]) -> Context:
        """Find what is around the blocks of pages, given the number of each block's path, and its words."""
        ends = np.cumsum([len(page) for page in paths]).tolist()
        pages = tuple(slice(start, end) for start, end in pairwise([0, *ends]))
        apart = 1 + max(int(page.max()) for page in paths)
        own = np.concatenate([page.astype(np.intp) + at * apart for at, page in enumerate(paths)])
        counted = [page + 1 for page in words]
        shares = np.concatenate([page / page.sum() for page in counted])
        return cls(Groups.of(own, np.sqrt(np.concatenate(counted))), pages, shares[:, None])

    def gather(self, values: Floats, weights: Floats) -> Floats:
        """Sum for each block what it sees: (k, n, v) of values (k, n, u) and weights (k, u, SOURCES x v)."""
        own, before, after, on_path, on_page = _by_source(weights)
        seen = product(values, own)
        seen += self.paths.means(product(values, on_path))
        of_before, of_after = product(values, before), product(values, after)
        for page in self.pages:
            here = seen[:, page]
            here[:, 1:] += of_before[:, page][:, :-1]
            here[:, :-1] += of_after[:, page][:, 1:]
            here += self.shares[page].T @ values[:, page] @ on_page
        return seen

    def scatter(self, gradients: Floats) -> Floats:
        """Return the gradients of values @ weights, (k, n, SOURCES x v), from those of what is seen."""
        parts = np.zeros((SOURCES, *gradients.shape), gradients.dtype)
        own, before, after, on_path, on_page = parts
        own[:], on_path[:] = gradients, self.paths.parts_in_means(gradients)
        for page in self.pages:
            here = gradients[:, page]
            before[:, page][:, :-1] = here[:, 1:]
            after[:, page][:, 1:] = here[:, :-1]
            on_page[:, page] = self.shares[page] * here.sum(axis=1, keepdims=True)
        return np.concatenate(parts, axis=2)


def _by_source(weights: Floats) -> Floats:
    """Split weights (k, u, SOURCES x v) by what they weigh: (SOURCES, k, u, v)."""
    return weights.reshape(*weights.shape[:2], SOURCES, -1).transpose(2, 0, 1, 3)
