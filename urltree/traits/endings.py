"""What a text that comes in pieces begins and ends with; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: The end of a question, in scripts of the West, of East Asia and of Arabic.
_QUESTION_MARKS = ("?", "\uff1f", "\u061f")

#: The most pieces, and characters of each, that are looked at: pages may ask thousands of times amid a text.
_PIECES, _CHARS = 8, 80


#: The most pieces before what begins a text, and characters of each that are looked at.
_FIRST_PIECES, _FIRST_CHARS = 64, 1_000


def is_at_start(pieces: Sequence[str]) -> bool:
    """Say whether what follows begins a text: it has no letter yet."""
    if len(pieces) > _FIRST_PIECES:
        return False
    return not any(map(str.isalpha, "".join(piece[:_FIRST_CHARS] for piece in pieces)))


def asks(pieces: Iterable[str]) -> bool:
    """Say whether a text is a question."""
    return "".join(pieces).rstrip().endswith(_QUESTION_MARKS)


def ending(pieces: Sequence[str]) -> str:
    """Return the end of a text."""
    return "".join(piece[-_CHARS:] for piece in pieces[-_PIECES:])[-_CHARS:]
