"""Inline elements that are kept: links, code, emphasis and the like, as tags or styles tell them; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urltree.output.structure import Element

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urltree.output.structure import Path

_PLAIN = "a abbr cite code em ins kbd mark q s samp small strong sub sup u var".split()
#: Tag -> the name under which it is kept, one for all that mean the same.
_KEPT = {tag: tag for tag in _PLAIN} | {
    "b": "strong",
    "del": "s",
    "i": "em",
    "math": "code",
    "strike": "s",
    "tt": "code",
}

#: Tags of elements that may be kept: editors write some only for the style.
INLINE = _KEPT.keys() | {"font", "span"}

#: Name -> the styles that mean the same, which are a group, and those that take it back.
_STYLES = {
    "strong": re.compile(r"(?<![\w-])font-weight\s*:\s*(?:(bold|[6-9]00)|normal|[1-5]00)", re.IGNORECASE),
    "em": re.compile(r"(?<![\w-])font-style\s*:\s*(?:(italic|oblique)|normal)", re.IGNORECASE),
}


def marked(marks: Path, tag: str, attributes: Mapping[str, str]) -> Path:
    """Add an element to the kept ones around it; what it says replaces what these say of the same."""
    new: dict[str, Element | None] = {}
    if tag == "a":
        new[tag] = Element(tag, {"href": attributes.get("href", "")})
    elif tag in _KEPT:
        new[_KEPT[tag]] = Element(_KEPT[tag], attributes)
    if "style" in attributes:
        new |= dict(_styled(attributes["style"]))
    return (*(mark for mark in marks if mark.tag not in new), *filter(None, new.values()))


def _styled(style: str) -> Iterator[tuple[str, Element | None]]:
    for name, pattern in _STYLES.items():
        if found := pattern.search(style):
            yield name, Element(name, {}) if found[1] else None
