"""Character references of HTML (``&amp;``, ``&#233;``) to what they stand for; pure."""

from __future__ import annotations

import re
from html import unescape

# No character has so long a number, and `unescape` fails if Python refuses to read thousands of digits.
_NO_CHARACTER = re.compile(r"&#[0-9]{100,};?")


def unescaped(text: str) -> str:
    """Replace references by their characters, or by U+FFFD where there is no such character."""
    return unescape(_NO_CHARACTER.sub("\ufffd", text))
