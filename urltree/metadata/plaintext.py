"""Texts that a page states about itself, without markup and character references; pure."""

from __future__ import annotations

import re
from html import unescape

from urltree.models import SOFT_HYPHEN

_TAG = re.compile(r"</?(?P<name>[a-z][a-z0-9]*)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_END_TAG = re.compile(r"</([a-z][a-z0-9]*)>", re.IGNORECASE)
_LINE_END = re.compile(r"<br\s*/?>|(?=</(?:div|h[1-6]|li|p)>)", re.IGNORECASE)
_BREAKS = frozenset(("br", "div", "li", "p"))
#: The tag of an excerpt's first paragraph, and one that the end of the excerpt cuts.
_CUT_TAG = re.compile(r"^\s*<p>|<[a-z][a-z0-9]*\s+[a-z-]+=[^<>]*$", re.IGNORECASE)

#: Characters that browsers do not show: soft hyphens, and control characters that are no white space.
_NOT_SHOWN = re.compile(rf"[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f{SOFT_HYPHEN}]")

# No character has so long a number, and `unescape` fails if Python refuses to read thousands of digits.
_NO_CHARACTER = re.compile(r"&#[0-9]{100,};?")


def plain_text(text: str) -> str:
    """Return a text as readers see it: without markup, references to characters, and what is not shown."""
    return " ".join(_NOT_SHOWN.sub("", _CUT_TAG.sub("", without_tags(unescaped(text)))).split())


def in_lines(text: str) -> str:
    """Return a text without markup and references, and with line breaks where its markup has them."""
    return without_tags(_LINE_END.sub("\n", unescaped(text)))


def unescaped(text: str) -> str:
    """Replace references (``&amp;``, ``&#233;``) by their characters, or by U+FFFD where there is none."""
    return unescape(_NO_CHARACTER.sub("\ufffd", text))


def without_tags(text: str) -> str:
    """Remove the tags of elements that end, and breaks. A tag alone, as in *The <table> element*, is text."""
    ended = set(map(str.lower, _END_TAG.findall(text)))

    def left(tag: re.Match[str]) -> str:
        name = tag["name"].lower()
        is_break = name in _BREAKS
        if name in ended or (is_break and tag[0].endswith("/>")):
            return " " if is_break else ""
        return tag[0]

    return _TAG.sub(left, text)
