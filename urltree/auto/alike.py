"""What is alike: a site puts blocks of one kind on one path, so their scores are drawn together; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]

#: How much of a block's score is the mean score of the blocks on its path, itself included.
SHARED = 0.4


def drawn_together(scores: Floats, places: NDArray[np.integer]) -> NDArray[np.float32]:
    """Draw the scores of n blocks (n,) towards the means of their paths, whose places are (n,)."""
    return ((1 - SHARED) * scores + SHARED * means(scores, places)).astype(np.float32)


def means(scores: Floats, places: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return for each of n blocks the mean score of those on its path, (n,)."""
    sums, held = np.bincount(places, scores), np.bincount(places)
    of_paths: NDArray[np.float64] = sums[places] / held[places]
    return of_paths
