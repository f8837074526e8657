"""Readings in ``ruby`` (furigana, pinyin), which browsers show above the text: here they are in brackets."""

from __future__ import annotations

#: The brackets. What a page has of its own, in ``rp``, is dropped.
READING, _READING_END = "\uff08", "\uff09"


def end_reading(pieces: list[str]) -> None:
    """Close the bracket of a reading; take the bracket back if the reading is empty.

    Letters under an empty reading need none.
    """
    last = len(pieces) - 1
    while last >= 0 and not pieces[last].strip():
        last -= 1
    if last >= 0 and pieces[last] != READING:
        pieces.append(_READING_END)
    else:
        del pieces[max(last, 0) :]
