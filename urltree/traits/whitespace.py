"""Text as browsers show it: white space collapsed, and without what is not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.models import SOFT_HYPHEN

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Nothing but these, as page builders put into empty paragraphs, is no text: zero-width spaces and joiners,
#: marks of direction, byte order marks.
_INVISIBLE = " \u200b\u200c\u200d\u200e\u200f\u2060\ufeff"


def collapsed(pieces: Iterable[str]) -> str:
    """Join the pieces of a text, with one space for any white space; empty if nothing in it is seen."""
    text = " ".join("".join(pieces).replace(SOFT_HYPHEN, "").split())
    return text if text.strip(_INVISIBLE) else ""
