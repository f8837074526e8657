"""What one page adds to the history of its paths; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.models import NEW_SHARE, PATH_SUMS
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
    sums = np.zeros((len(paths.hashes), len(PATH_SUMS)))
    for column, values in enumerate(columns, 1):
        sums[:, column] = np.bincount(paths.own, values, len(sums))
    for place in range(len(sums) - 1, 0, -1):
        sums[paths.above[place]] += sums[place]
    new_words, score = sums[:, -3], sums[:, -2]
    sums[:, 0], sums[:, -1] = 1, score > new_words / 2
    return sums


def strange_share(paths: PagePaths, history: NDArray[np.floating]) -> float:
    """Give the share of a page's words where next to none have been, by the history (m, ...) of its paths."""
    words = paths.words.astype(np.float64)
    strange = words[history[paths.own, 0] < STRANGE_DOCUMENTS].sum()
    return float(strange / max(words.sum(), 1))
