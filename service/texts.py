"""Texts written by strangers, made fit to be passed on."""

from __future__ import annotations

import re

#: Characters of a title or name at most.
LONGEST = 1_000

_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def clipped(text: str) -> str:
    """Cut a title or name to `LONGEST` characters: pages show hundreds of them, written by anybody."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def speakable(text: str) -> str:
    """Remove the characters that neither XML nor HTML can represent (XML 1.0 §2.2)."""
    return _UNSPEAKABLE.sub("", text)
