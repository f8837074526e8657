"""Who wrote an entry: the names alone, without the mail addresses by which RSS names authors."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from service.feeds.feed import plain
from service.texts import clipped
from urltree.metadata.names import NAME_CHARS, author_names

if TYPE_CHECKING:
    from collections.abc import Iterable

# A match begins at the start of a word, or every character of a long word would be tried.
_ADDRESS = re.compile(r"\(?(?<![\w.+-])[\w.+-]++@[\w.-]++\)?")
_NAME_OF_ADDRESS = re.compile(r"(?<![\w.+-])[\w.+-]++@[\w.-]++\s*+\(([^()]*)\)")


def named(people: Iterable[object]) -> str | None:
    """Join the names of people, ``Me`` for ``me@example.org (Me)``; None if there are none."""
    names = filter(None, chain.from_iterable(map(_names, people)))
    return clipped(", ".join(dict.fromkeys(names))) or None


def _names(person: object) -> tuple[str, ...]:
    """Return the names alone, as of authors whom a page names; a long list of people stays a list."""
    name = _NAME_OF_ADDRESS.sub(r"\1", plain(person) or "")
    return author_names([name]) if len(name) <= NAME_CHARS else (_ADDRESS.sub("", name).strip(),)
