"""Label the blocks of a page that are its gold text, by aligning both word by word."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.evaluation.measures import Gold, words
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

#: A block is content if at least this share of its words is in the alignment.
CONTENT_SHARE = 0.6

#: Pages are not learnt from if even their labels have a lower F1 than this, or their gold text fewer words.
LEAST_F1 = 0.9
LEAST_GOLD_WORDS = 25


class Labels(NamedTuple):
    """The labels of a page's n blocks."""

    #: bool (n,).
    content: NDArray[np.bool_]
    #: int (n,): words of each block, as the measure counts them.
    words: NDArray[np.intp]
    #: Words of the gold text.
    gold_words: int
    #: F1 of the text that these labels give.
    f1: float

    @property
    def teach(self) -> bool:
        """Say whether the labels are right enough, and the gold text long enough, to be learnt from."""
        return self.f1 >= LEAST_F1 and self.gold_words >= LEAST_GOLD_WORDS


def label(texts: Sequence[str], gold: str) -> Labels:
    """Label a page's blocks by aligning their words with the gold text: a longest common subsequence.

    Raises `InputError` if rapidfuzz is not installed.
    """
    found = [words(text) for text in texts]
    sizes = np.array([len(each) for each in found], np.intp)
    expected = words(gold)
    aligned = _aligned([word for each in found for word in each], expected)
    blocks = np.repeat(np.arange(len(texts)), sizes)
    content = np.bincount(blocks, aligned, minlength=len(texts)) >= np.maximum(sizes, 1) * CONTENT_SHARE
    f1 = Gold(gold).score("\n".join(compress(texts, content))).f1
    return Labels(content, sizes, len(expected), f1)


def _aligned(page: Sequence[str], gold: Sequence[str]) -> NDArray[np.float64]:
    """Return 1 for each word of the page that is in the longest common subsequence, else 0."""
    numbers = {word: number for number, word in enumerate(dict.fromkeys(gold))}
    known = np.array([numbers.get(word, -1) for word in page], np.int64)
    places = np.flatnonzero(known >= 0)
    opcodes = library("rapidfuzz.distance.LCSseq", "train").opcodes(
        known[places].tolist(), [numbers[word] for word in gold]
    )
    aligned = np.zeros(len(page))
    for code in opcodes:
        if code.tag == "equal":
            aligned[places[code.src_start : code.src_end]] = 1
    return aligned
