"""Texts of strangers, as they may be told on."""

from __future__ import annotations

import re

#: Characters of a title or name.
LONGEST = 1_000

_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clipped(text: str) -> str:
    """Cut a title or name where it is too long: pages show hundreds of them, whoever wrote them."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def speakable(text: str) -> str:
    """Leave out the characters that neither XML nor HTML can say (XML 1.0 §2.2)."""
    return _UNSPEAKABLE.sub("", text)
