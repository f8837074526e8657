"""Names of people in what a page states about its authors; pure."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from urltree.metadata.plaintext import plain_text
from urltree.url import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Beside a name, or in its place: addresses, what leads to the name, and what programs write for none.
_WEB_ADDRESS = re.compile(r"\(?(?:(?:https?:|//|www\.)\S+?|\S+?@\S+?)\)?(?=\s|$)", re.IGNORECASE)
_BESIDE_NAME = re.compile(
    # Other prepositions than *by* begin names, too: Von Miller, von der Leyen.
    r"^[\s|,;:<>-]*(?:(?:(?:written )?by:?|author:) |(?:di|door|par|por|von) (?=(?-i:[A-ZÀ-Þ]\S* [A-ZÀ-Þ])))?"
    r"|[\s|,;:<>-]+$",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"^\((.*)\)$")
_PICTURE_CREDIT = re.compile(r"(?:image|photo|picture)s?:|©", re.IGNORECASE)
_NO_NAMES = frozenset(
    (
        "about", "about me", "about the author", "about us", "admin", "administrator", "author", "editor",
        "false", "n/a", "name", "none", "null", "root", "super user", "undefined", "unknown", "view profile",
        "webmaster", "wpadmin",
    ),
)  # fmt: skip
#: A longer text is not a name, but a sentence.
NAME_CHARS = 100

#: Joins two names. A capital that stands alone is the initial of one: Ann Mary E Lee Ray.
AND = re.compile(r"\s+(?:(?i:and|&|und|et|en|og|och)|y|e)\s+")
#: What precedes the last name of a list, in words: *Ann Lee, Master Baker & Garden Planner* is one person.
_LAST = re.compile(r",?(?=\s(?!&))" + AND.pattern)
#: After names: where or for whom they work.
_PLACE_OF_WORK = re.compile(r"\s*[,|].*")

#: The most words of a full name, of which at least two have a capital.
_NAME_WORDS = 5
#: Parts of names that have no capital.
_PARTICLES = frozenset(
    ("bin", "da", "de", "del", "den", "der", "di", "do", "dos", "la", "le", "ter", "van", "von")
)

#: After a comma, no given names.
_NO_GIVEN = re.compile(r"(?:jr|sr|[ivx]+|inc|ltd|llc|m\.?d|ph\.?d)\b\.?", re.IGNORECASE)


def author_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the names of people, each once: ``ann-lee`` after *Ann Lee* is part of an address."""
    listed = chain.from_iterable(map(_listed, map(plain_text, texts)))
    names = chain.from_iterable(map(_apart, filter(None, map(_name, listed))))
    spelt: dict[str, str] = {}
    for name in names:
        spelt.setdefault(letters_and_digits(name), name)
    return tuple(spelt.values())


def given_first(names: str) -> str:
    """Turn names round whose family comes first, as catalogues write them: *Lee, Ann M.; van der Ray, Bo*."""
    return ";".join(map(_given_first, names.split(";")))


def _given_first(name: str) -> str:
    """Turn a name round if its family is one word with a capital: most names of offices have more."""
    family, _, given = name.strip().partition(", ")
    *particles, last = family.split() or [""]
    is_family = set(particles) <= _PARTICLES and last != last.lower()
    is_given = "," not in given and not _NO_GIVEN.fullmatch(given)
    turned = f"{given} {family}"
    return turned if is_family and is_given and is_full_name(turned) else name


def without_site(authors: tuple[str, ...], site: str | None) -> tuple[str, ...]:
    """Leave out the site's own name unless it is the only author: *Ann Lee, The Post* works there."""
    if not site:
        return authors
    people = tuple(dict.fromkeys(name.removesuffix(f", {site}") for name in authors))
    own = letters_and_digits(site)
    return tuple(name for name in people if letters_and_digits(name) != own) or people


def _listed(text: str) -> list[str]:
    """Tell full names apart that semicolons divide."""
    names = text.rstrip("; ").split(";")
    return names if all(map(is_full_name, names)) else [text]


def _name(text: str) -> str | None:
    if len(text) > NAME_CHARS:
        return None
    name = _IN_BRACKETS.sub(r"\1", _BESIDE_NAME.sub("", _WEB_ADDRESS.sub("", text)))
    if not any(map(str.isalpha, name)) or name.lower() in _NO_NAMES or _PICTURE_CREDIT.match(name):
        return None
    return name


def joined(text: str) -> str:
    """Put *and* for the commas of a list of full names: *Ann Lee, Bo Ray, and Cy Day | The Post*.

    Three without a comma before *and* may be a name and titles: *Ann Lee, Town Clerk and Art Critic*.
    """
    if not (last := _LAST.search(text)):
        return text
    others, rest = text[: last.start()].split(", "), text[last.end() :]
    is_long = len(others) > 1 + (not last[0].startswith(","))
    is_list = is_long and all(map(is_full_name, (*others, _PLACE_OF_WORK.sub("", rest))))
    return " and ".join((*others, rest)) if is_list else text


def _apart(names: str) -> list[str]:
    """Tell full names apart that *and* joins. Other names may have one within: *Town Water and Waste*."""
    people = AND.split(_PLACE_OF_WORK.sub("", joined(names)))
    return people if len(people) > 1 and all(map(is_full_name, people)) else [names]


def is_full_name(text: str) -> bool:
    """Say whether a text may be the full name of a person: *Ann van der Ray*."""
    words = text.split()
    capitalised = [word for word in words if word[0].isupper()]
    others = {word for word in words if not word[0].isupper()}
    return len(capitalised) > 1 and len(words) <= _NAME_WORDS and others <= _PARTICLES
