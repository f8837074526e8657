"""Names of people in what a page states about its authors; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urltree.metadata.headline import alphanumerics
from urltree.metadata.plaintext import plain_text

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Beside a name, or in its place: addresses, what leads to the name, and what programs write for none.
_WEB_ADDRESS = re.compile(r"\(?(?:(?:https?:|//|www\.)\S+?|\S+?@\S+?)\)?(?=\s|$)", re.IGNORECASE)
_BESIDE_NAME = re.compile(
    # Other prepositions than *by* begin names, too: Von Miller, von der Leyen.
    r"^[\s|,;:<>-]*(?:(?:by|author:) |(?:di|door|par|por|von) (?=(?-i:[A-ZÀ-Þ]\S* [A-ZÀ-Þ])))?|[\s|,;:<>-]+$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"^\((.*)\)$")
_PICTURE_CREDIT = re.compile(r"(?:image|photo|picture)s?:|©", re.IGNORECASE)
_NO_NAMES = frozenset(
    (
        "about", "about me", "about the author", "about us", "admin", "administrator", "author", "editor",
        "false", "n/a", "none", "null", "root", "super user", "undefined", "unknown", "view profile",
        "webmaster", "wpadmin",
    ),
)  # fmt: skip
#: A longer text is not a name, but a sentence.
_NAME_CHARS = 100


def author_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names of people, each once: ``ann-lee`` after *Ann Lee* is part of an address."""
    names: dict[str, str] = {}
    for name in filter(None, map(_name, texts)):
        names.setdefault(alphanumerics(name), name)
    return tuple(names.values())


def without_site(authors: tuple[str, ...], site: str | None) -> tuple[str, ...]:
    """Leave out the site's own name unless it is the only author."""
    site = alphanumerics(site or "")
    return tuple(name for name in authors if alphanumerics(name) != site) or authors


def _name(text: str) -> str | None:
    name = plain_text(text)
    if len(name) > _NAME_CHARS:
        return None
    name = _IN_BRACKETS.sub(r"\1", _BESIDE_NAME.sub("", _WEB_ADDRESS.sub("", name)))
    if not name or name.isdecimal() or name.lower() in _NO_NAMES or _PICTURE_CREDIT.match(name):
        return None
    return name
