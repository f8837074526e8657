"""Text as browsers show it: white space collapsed, and without what is not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.models import SOFT_HYPHEN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: Nothing but these, as page builders put into empty paragraphs, is no text: zero-width spaces and joiners,
#: marks of direction, byte order marks.
_INVISIBLE = " \u200b\u200c\u200d\u200e\u200f\u2060\ufeff"

#: A line break as a piece of a text: pages hardly write white space so.
BREAK = "\v\n"

#: The most characters of a text whose lines are told apart.
_LINES_CHARS = 200


def collapsed(pieces: Iterable[str]) -> str:
    """Join the pieces of a text, with one space for any white space; empty if nothing in it is seen."""
    text = " ".join("".join(pieces).replace(SOFT_HYPHEN, "").split())
    return text if text.strip(_INVISIBLE) else ""


def lines_of(pieces: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of a text; none if it is long."""
    if sum(map(len, pieces)) > _LINES_CHARS:
        return ()
    return tuple(filter(None, (collapsed([line]) for line in "".join(pieces).split(BREAK))))
