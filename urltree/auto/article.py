"""Which blocks of a page are its article, by their scores; pure.

A block is content if that is likely: more so than not on a page that is sure of its text, and so much that
the whole text is best on one that is not. But an article is one piece: what is short and in its midst belongs
to it though unlikely, and what is apart from it does not unless very likely, or no more than a few words
away from text on either side. So the better a site is known, for then its teasers and notices are known too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.floating]
    Mask = NDArray[np.bool_]

#: More likely content than not.
LIKELY = 0.5

#: A page is sure of its text if a word of its likely blocks, but for the headline, has this mean score.
SURE = 0.85

#: No block is content below this score, but for the best of a page that has none above it.
LEAST_LIKELY = 0.1

#: Words that a text has on either side of a gap; and at most in one that does not part it.
FEW_WORDS = 25

#: On a site that is well known gaps are content from this mean score on,
GAP_SCORE = 0.15

#: and pieces apart from the largest from this one on; but a page with over this share of its text in such
#: islands is of many pieces, as a thread is, and has none.
ISLAND_SCORE = 0.7
ISLAND_SHARE = 0.5


def find_article(scores: Floats, words: Floats, headline: Mask, known: float) -> Mask:
    """Say which of n blocks are content, (n,).

    By their scores and words, which head the page, each (n,), and how well the site is known, 0 to 1.
    """
    threshold = _threshold(scores, words, headline)
    likely: Mask = scores >= threshold
    if not likely.any():
        return _best(scores * words)
    text = likely | _gaps(likely, scores, words, threshold + known * (GAP_SCORE - threshold))
    return text & (headline | ~_islands(text, scores, words, threshold + known * (ISLAND_SCORE - threshold)))


def _threshold(scores: Floats, words: Floats, headline: Mask) -> float:
    """Give the score from which on blocks are content."""
    likely = words * ((scores >= LIKELY) & ~headline)
    if (scores * likely).sum() >= SURE * likely.sum() > 0:
        return LIKELY
    return max(_best_threshold(scores, words), LEAST_LIKELY)


def _best_threshold(scores: Floats, words: Floats) -> float:
    """Give the score from which on blocks make the text with the best F1 to be expected: half of that F1.

    Errors are taken for independent, which they are less where only comments, say, are in doubt.
    Lipton, Elkan, Naryanaswamy, "Optimal Thresholding of Classifiers to Maximize F1 Measure", 2014.
    """
    order = np.argsort(-scores)
    found = (scores * words)[order].cumsum()
    taken = words[order].cumsum()
    return float((found / (taken + found[-1])).max())


def _best(expected: Floats) -> Mask:
    """Choose the block with most words of content to be expected, if any are."""
    best: Mask = (expected == expected.max()) & (expected > 0)
    return best


def _gaps(text: Mask, scores: Floats, words: Floats, threshold: float) -> Mask:
    """Say which blocks are in a gap of the text that is likely enough, but not what is ruled out (score 0).

    A gap has no more words than all the text, of which `FEW_WORDS` are on either side.
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
    pieces = np.cumsum(np.diff(text, prepend=False) & text)
    sizes, means = _weigh(pieces, scores, words * text)
    apart: Mask = (sizes < sizes.max()) & (means < threshold)
    apart &= sizes[apart].sum() <= ISLAND_SHARE * sizes.sum()
    apart &= ~_in_the_midst(apart, np.bincount(pieces, words * ~text))
    return text & apart[pieces]


def _in_the_midst(apart: Mask, gaps: NDArray[Any]) -> Mask:
    """Say which pieces are between two that are not apart, with few words in any gap from one to the other.

    Before the first piece, in place 0, is none; `gaps` are the words that follow each.
    """
    stretches = np.cumsum(np.concatenate(([0], gaps[:-1])) > FEW_WORDS)
    sure = 1 + np.flatnonzero(~apart[1:])
    after = sure.searchsorted(np.arange(len(apart)))
    is_between = (after > 0) & (after < len(sure))
    first, last = (stretches[sure.take(places, mode="clip")] for places in (after - 1, after))
    midst: Mask = is_between & (first == stretches) & (last == stretches)
    return midst


def _weigh(groups: NDArray[Any], scores: Floats, words: Floats) -> tuple[NDArray[Any], NDArray[Any]]:
    """Give the words of each group of blocks, and the mean score of a word."""
    sizes = np.bincount(groups, words)
    return sizes, np.bincount(groups, words * scores) / np.maximum(sizes, 1)
