"""What one page adds to the history of its paths; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.models import NEW_SHARE
from urltree.store.base import STRANGE_DOCUMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from urltree.models import PagePaths


def path_sums(paths: PagePaths, counts: Mapping[int, int], support: int) -> NDArray[np.float64]:
    """Sum the page's blocks over its m paths: (m, len(PATH_SUMS)).

    `counts` says how many of the domain's `support` documents hold each block, this one included.
    """
    held = np.array([counts[each] for each in paths.blocks], np.float64)
    new = held <= max(1, NEW_SHARE * support)
    words, scores = paths.words.astype(np.float64), paths.scores / 255
    columns = (np.ones(len(held)), words, words**2, new, new * words, new * words * scores)
    size = len(paths.hashes)
    summed = [_up(np.bincount(paths.own, values, size).tolist(), paths.above.tolist()) for values in columns]
    new_words, score = summed[-2], summed[-1]
    liked = [likely > words / 2 for likely, words in zip(score, new_words, strict=True)]
    return np.array([[1.0] * size, *summed, liked]).T


def _up(sums: list[float], above: list[int]) -> list[float]:
    """Add the sum of each path to that of the one above."""
    for place in range(len(sums) - 1, 0, -1):
        sums[above[place]] += sums[place]
    return sums


def strange_share(paths: PagePaths, history: NDArray[np.floating]) -> float:
    """Give the share of a page's words where next to none have been, by the history (m, ...) of its paths."""
    words = paths.words.astype(np.float64)
    strange = words[history[paths.own, 0] < STRANGE_DOCUMENTS].sum()
    return float(strange / max(words.sum(), 1))
