"""What XML and HTML can say of a text."""

from __future__ import annotations

import re

_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def speakable(text: str) -> str:
    """Leave out the characters that neither can say (XML 1.0 §2.2)."""
    return _UNSPEAKABLE.sub("", text)
