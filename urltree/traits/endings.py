"""What a text that comes in pieces ends with; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: The end of a question, in scripts of the West, of East Asia and of Arabic.
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")

#: The most pieces, and characters of each, that are looked at: pages may ask thousands of times amid a text.
_PIECES, _CHARS = 8, 80


def asks(pieces: Iterable[str]) -> bool:
    """Say whether a text is a question."""
    return "".join(pieces).rstrip().endswith(_QUESTION_MARKS)


def ending(pieces: Sequence[str]) -> str:
    """Return the end of a text."""
    return "".join(piece[-_CHARS:] for piece in pieces[-_PIECES:])[-_CHARS:]
