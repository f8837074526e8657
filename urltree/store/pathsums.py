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


def path_sums(
    paths: PagePaths, counts: Mapping[int, int], support: int, last: NDArray[np.uint16]
) -> NDArray[np.float64]:
    """Sum the page's blocks over its m paths: (m, len(PATH_SUMS)).

    `counts` says how many of the domain's `support` documents hold each block, this one included; `last`
    are the openings (m, OPENINGS) that the history tells of.
    """
    held = np.array([counts[each] for each in paths.blocks], np.float64)
    new = held <= max(1, NEW_SHARE * support)
    words, scores = paths.words.astype(np.float64), paths.scores / 255
    columns = (np.ones(len(held)), words, words**2, new, new * words, new * words * scores)
    size = len(paths.hashes)
    summed = [_up(np.bincount(paths.own, values, size).tolist(), paths.above.tolist()) for values in columns]
    new_words, score = summed[-2], summed[-1]
    liked = [likely > words / 2 for likely, words in zip(score, new_words, strict=True)]
    return np.array([[1.0] * size, *summed, liked, _alike(paths.openings, last)]).T


def _alike(openings: NDArray[np.uint16], last: NDArray[np.uint16]) -> NDArray[np.float64]:
    """Give the share of each path's openings (m, OPENINGS) that were there last, too."""
    told = openings > 0
    again = told & (openings[:, :, None] == last[:, None]).any(axis=2)
    shares: NDArray[np.float64] = again.sum(axis=1) / told.sum(axis=1).clip(min=1)
    return shares


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
