"""Texts written by strangers, made fit to be passed on."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote

#: Characters of a title or name at most.
LONGEST = 1_000

_UNSPEAKABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

#: Scheme and host, where brackets may stand, or else what may stand nowhere in an IRI.
_IN_NO_IRI = re.compile(r'(^[^/?#]*//[^/?#]*)|[\t\n\r "<>\\^`{|}\x7f-\x9f\[\]]|%(?![0-9A-Fa-f]{2})')


def clipped(text: str, longest: int = LONGEST) -> str:
    """Cut a title or name to so many characters: pages show hundreds of them, written by anybody."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def xml_safe(text: str) -> str:
    """Remove the characters that neither XML nor HTML can represent (XML 1.0 §2.2)."""
    return _UNSPEAKABLE.sub("", text)


def is_visible(text: str) -> bool:
    """Return whether there is more in a text than spaces and characters of format, such as U+200B."""
    return any(unicodedata.category(each) not in {"Cf", "Zs"} for each in text)


def linkable(url: str) -> str:
    """Percent-encode what browsers take in an absolute URL, but no IRI may have (RFC 3987 §2.2)."""
    return _IN_NO_IRI.sub(lambda found: found[1] or quote(found[0]), xml_safe(url))
