"""Precision, recall and F1 of an extracted text against the gold text (URL Tree §5.2).

Both texts are cut into words; the words that they share are their longest common subsequence.
"""

from __future__ import annotations

import unicodedata
from array import array
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: First words of the Unicode names of characters that are written without spaces between words:
#: each such character is a word.
_UNSPACED = {
    *("BOPOMOFO", "CJK", "HALFWIDTH", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA"),
    *("KHMER", "LAO", "MYANMAR", "TAI", "THAI"),
}


class Score(NamedTuple):
    """How much of the gold text was found, each between 0 and 1 (URL Tree eq. 1-3)."""

    precision: float
    recall: float
    f1: float


class _Spacing(dict[int, str | None]):
    """Table for `str.translate`, filled as characters are met.

    Letters, marks and digits are kept, invisible format characters removed, all others separate words.
    """

    def __missing__(self, code: int) -> str | None:
        self[code] = spaced = _spaced(chr(code))
        return spaced


def _spaced(character: str) -> str | None:
    category = unicodedata.category(character)
    if category == "Cf":
        return None
    if category[0] not in "LMN":
        return " "
    is_word = unicodedata.name(character, "").partition(" ")[0] in _UNSPACED
    return f" {character} " if is_word else character


_SPACING = _Spacing()


def words(text: str) -> list[str]:
    """Cut a text into words: runs of letters, marks and digits, in Unicode's composed form (NFC).

    A character of a script without spaces (Han, kana, Thai, Lao, Khmer, Myanmar, ...) is a word of its own.
    Punctuation and symbols are not words. Case is kept.
    """
    return unicodedata.normalize("NFC", text).translate(_SPACING).split()


class Gold:
    """The gold text of one page, ready to be compared with many texts."""

    def __init__(self, text: str) -> None:
        found = words(text)
        self._ids = {word: number for number, word in enumerate(dict.fromkeys(found))}
        self._sequence = self._known(found)

    def _known(self, found: Sequence[str]) -> array[int]:
        """Replace words by ids; drop words that the gold text lacks: no common subsequence has them."""
        return array("Q", [self._ids[word] for word in found if word in self._ids])

    def score(self, text: str) -> Score:
        """Compare a text with the gold text; without words in either, score 1 if both have none, else 0."""
        found = words(text)
        if not found or not self._sequence:
            alike = float(not found and not self._sequence)
            return Score(precision=alike, recall=alike, f1=alike)
        shared = _common(self._sequence, self._known(found))
        return Score(
            precision=shared / len(found),
            recall=shared / len(self._sequence),
            f1=2 * shared / (len(found) + len(self._sequence)),
        )


def _common(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the length of the longest common subsequence."""
    similarity = library("rapidfuzz.distance.LCSseq", "evaluate").similarity
    return int(similarity(one, other))


def moving_average(values: Iterable[float]) -> list[float]:
    """Average the values up to and including each one (cumulative moving average, URL Tree eq. 4)."""
    return [total / count for count, total in enumerate(accumulate(values), start=1)]
