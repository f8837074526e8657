"""Marks that words are spelt with: no letters to Unicode, but words that differ in them are others."""

from __future__ import annotations

from unicodedata import category, combining, name

#: Canonical combining classes of what words of Indic and South-East Asian scripts are spelt with: vowel
#: signs, viramas, tones. Not among them are accents (200 and more), and the points of Hebrew and Arabic (10
#: to 36), which writers may leave out.
_SPELLING = frozenset((*range(10), *range(84, 200)))


def is_spelling(character: str) -> bool:
    """Say whether a character is a mark without which words would be others, as a vowel sign of Thai is."""
    is_mark = category(character) in {"Mc", "Mn"} and combining(character) in _SPELLING
    return is_mark and "SELECTOR" not in name(character)  # selects how the character before it looks
