"""Who wrote an entry: the names alone, without the mail addresses by which RSS names authors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from service.feeds.feed import plain
from service.texts import clipped

if TYPE_CHECKING:
    from collections.abc import Iterable

# A match begins at the start of a word, or every character of a long word would be tried.
_ADDRESS = re.compile(r"\(?(?<![\w.+-])[\w.+-]++@[\w.-]++\)?")


def named(people: Iterable[object]) -> str | None:
    """Join the names of people, ``Me`` for ``me@example.org (Me)``; None if there are none."""
    return clipped(", ".join(dict.fromkeys(filter(None, map(_name, people))))) or None


def _name(person: object) -> str:
    name = _ADDRESS.sub("", plain(person) or "").strip()
    return name[1:-1].strip() if name.startswith("(") and name.endswith(")") else name
