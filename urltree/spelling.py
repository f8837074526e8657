"""Marks on letters: those that words are spelt with, and the normal forms of texts with marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import category, combining, name, normalize

if TYPE_CHECKING:
    from typing import Literal

#: Canonical combining classes of what words of Indic and South-East Asian scripts are spelt with: vowel
#: signs, viramas, tones. Not among them are accents (200 and more), and the points of Hebrew and Arabic (10
#: to 36), which writers may leave out.
_SPELLING = frozenset((*range(10), *range(84, 200)))


def is_spelling(character: str) -> bool:
    """Say whether a character is a mark without which words would be others, as a vowel sign of Thai is."""
    is_mark = category(character) in {"Mc", "Mn"} and combining(character) in _SPELLING
    return is_mark and "SELECTOR" not in name(character)  # selects how the character before it looks


#: The most marks in a row that are kept (UAX #15, Stream-Safe Text Format).
_MOST_MARKS = 30

#: All combining marks, and some signs; a run too long has one in every 16 characters.
_MARK = re.compile(r"[^\w\s\x00-\u02ff\u2000-\u20cf\u3000-\u3029\uff00-\uffff]")
_RUN = re.compile(rf"{_MARK.pattern}{{{_MOST_MARKS + 1},}}")
_STEP = 16

#: Tibetan vowel signs that are no marks to Unicode, but consist of two.
_TWO_MARKS = "\u0f73\u0f75\u0f81"


def normalized(form: Literal["NFC", "NFKC"], text: str) -> str:
    """Return a normal form of a text, in linear time: rows of marks that no language has are cut."""
    if _MARK.search(text[::_STEP]):
        text = _RUN.sub(_stream_safe, text)
    return normalize(form, text)


def _stream_safe(run: re.Match[str]) -> str:
    kept, marks = [], 0
    for character in run[0]:
        marks = marks + 1 if combining(character) or character in _TWO_MARKS else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    return "".join(kept)
