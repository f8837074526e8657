"""Which blocks of a page are its article, by their scores; pure.

A block is content if its score reaches a threshold. On a page that is sure of its text this is one half; on
any other it is the score that gives the text its best expected F1. But an article is one piece. A short
stretch in its midst belongs to it, though it is unlikely; a piece apart from it does not, unless it is very
likely, or no more than a few words away from text on either side. Both rules apply the more, the better a
site is known, for then its teasers and notices are known, too.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]
    Mask = NDArray[np.bool_]

#: A block with this score is as likely content as not.
LIKELY = 0.5

#: A page is sure of its text if the words of its likely blocks, except the headline, have at least this mean
#: score.
SURE = 0.85

#: The lowest threshold of any page; if no block reaches its page's threshold, the best block is content.
LEAST_LIKELY = 0.1

#: The fewest words of text on either side of a gap that may be filled, and the most words in a gap that does
#: not set pieces of text apart.
FEW_WORDS = 25

#: On a site that is well known, a gap is content from this mean score on.
GAP_SCORE = 0.15

#: On such a site, a piece apart from the largest is an island, and not content, below this mean score. But a
#: page with over this share of its text in islands consists of many pieces, as a thread does, and keeps all.
ISLAND_SCORE = 0.7
ISLAND_SHARE = 0.5


def find_article(scores: Floats, words: Floats, headline: Mask, known: float) -> Mask:
    """Say which of n blocks are content, (n,).

    Scores, words, and which blocks head the page are (n,); `known` is how well the site is known, 0 to 1.
    """
    threshold = _threshold(scores, words, headline)
    likely: Mask = scores >= threshold
    if not likely.any():
        return _best(scores * words)
    text = likely | _gaps(likely, scores, words, threshold + known * (GAP_SCORE - threshold))
    return text & (headline | ~_islands(text, scores, words, threshold + known * (ISLAND_SCORE - threshold)))


def _threshold(scores: Floats, words: Floats, headline: Mask) -> float:
    """Return the score from which on blocks are content."""
    likely = words * ((scores >= LIKELY) & ~headline)
    if (scores * likely).sum() >= SURE * likely.sum() > 0:
        return LIKELY
    return max(_best_threshold(scores, words), LEAST_LIKELY)


def _best_threshold(scores: Floats, words: Floats) -> float:
    """Return the score from which on blocks make the text with the best expected F1: half of that F1.

    Errors are assumed to be independent; they are less so where, for example, only comments are in doubt.
    Lipton, Elkan, Naryanaswamy, "Optimal Thresholding of Classifiers to Maximize F1 Measure", 2014.
    """
    order = np.argsort(-scores)
    found = (scores * words)[order].cumsum()
    taken = words[order].cumsum()
    return float((found / (taken + found[-1])).max())


def _best(expected: Floats) -> Mask:
    """Choose the block with the most expected words of content, if any are expected."""
    best: Mask = (expected == expected.max()) & (expected > 0)
    return best


def _gaps(text: Mask, scores: Floats, words: Floats, threshold: float) -> Mask:
    """Say which blocks are in a gap of the text that is likely enough, except those ruled out (score 0).

    A gap may have no more words than all the text, which must have `FEW_WORDS` on either side of it.
    """
    left_out = ~text & (scores > 0)
    gaps = np.cumsum(text)
    sizes, means = _weigh(gaps, scores, words * left_out)
    before = np.bincount(gaps, words * text).cumsum()
    beside = np.minimum(before, before[-1] - before)
    filled: Mask = (means >= threshold) & (beside >= FEW_WORDS) & (sizes <= before[-1])
    return left_out & filled[gaps]


def _islands(text: Mask, scores: Floats, words: Floats, threshold: float) -> Mask:
    """Say which blocks are in a piece of the text, apart from the largest, that is not likely enough."""
    begins = text.copy()
    begins[1:] &= ~text[:-1]
    pieces = np.cumsum(begins)
    sizes, means = _weigh(pieces, scores, words * text)
    apart: Mask = (sizes < sizes.max()) & (means < threshold)
    apart &= sizes[apart].sum() <= ISLAND_SHARE * sizes.sum()
    apart &= ~_surrounded(apart, np.bincount(pieces, words * ~text))
    return text & apart[pieces]


def _surrounded(apart: Mask, gaps: NDArray[Any]) -> Mask:
    """Say which pieces are between two that are not apart, with few words in any gap from one to the other.

    Pieces are numbered from 1; 0 stands for the start of the page. `gaps` are the words that follow each.
    """
    surrounded = np.zeros_like(apart)
    for before, after in pairwise((1 + np.flatnonzero(~apart[1:])).tolist()):
        if after > before + 1 and gaps[before:after].max() <= FEW_WORDS:
            surrounded[before + 1 : after] = True
    return surrounded


def _weigh(groups: NDArray[Any], scores: Floats, words: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the words of each group of blocks, and the mean score of a word."""
    sizes = np.bincount(groups, words)
    return sizes, np.bincount(groups, words * scores) / np.maximum(sizes, 1)
