"""What the JSON-LD (schema.org) of a page states about the document; pure."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import TYPE_CHECKING, Any

from urltree.metadata.dates import in_utc, iso_date
from urltree.metadata.writtendays import written_day
from urltree.url import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    Node = Mapping[str, Any]

_START = re.compile(r"\{|(?<!CDATA)\[(?!CDATA)")
_COMMA_TOO_MANY = re.compile(r",(?=\s*[}\]])")
_DECODER = json.JSONDecoder(strict=False)

#: Endings of types of nodes that describe the document: first an article, then a recipe or episode, a page.
_KINDS = (("Article", "Posting", "Report"), ("Recipe", "Episode"), ("Page",))

#: The same of works that as a rule only accompany a text; one is the subject only if the title has its name.
_WORKS = ("Review", "VideoObject", "Product")
_NO_WORKS = ("ClaimReview", "Product")

#: Endings of types of events, the properties in which their nodes have their days, and those in which other
#: nodes have them.
_EVENTS = ("Event", "EventSeries", "Festival", "Hackathon", "CourseInstance")
_EVENT_DATES = ("startDate", "endDate")
_EVENTS_IN = ("event", "subEvent")

#: The properties in which a node has the nodes that it consists of, or is about.
_PARTS = ("@graph", "mainEntity")

#: Field of `Metadata`, or publisher -> properties that state it, the best first, and the property to read if
#: one is a node.
_PROPERTIES = {
    "title": (("headline", "title"), "name"),
    "authors": (("author", "creator"), "name"),
    "published": (("datePublished", "dateCreated", "datePosted"), "@value"),
    "language": (("inLanguage",), "alternateName"),
    "canonical_url": (("url", "mainEntityOfPage"), "@id"),
    "publisher": (("publisher",), "name"),
    "description": (("description",), "@value"),
    "image_url": (("image", "thumbnailUrl"), "url"),
}


def linked_facts(scripts: Iterable[str]) -> Iterator[dict[str, list[str]]]:
    """Yield what the first article states about the document, then a recipe or episode, then the first page.

    Each maps fields to texts as they are written, the best first. Text around the JSON of a script, and
    surplus commas, are tolerated; a script that is broken otherwise is skipped.
    """
    nodes = list(linked_nodes(scripts))
    named = _named(nodes)
    for endings in _KINDS:
        yield from islice((_facts(node, named) for node in nodes if has_type(node, endings)), 1)


def work_facts(scripts: Iterable[str], title: str) -> Iterator[dict[str, list[str]]]:
    """Yield what the only review or video states, if the title has its name and no product is shown.

    The review of a claim has a publisher for its author.
    """
    nodes = list(linked_nodes(script for script in scripts if any(kind in script for kind in _WORKS)))
    works = [node for node in nodes if has_type(node, _WORKS)]
    if len(works) == 1 and not has_type(works[0], _NO_WORKS):
        work = {"headline": works[0].get("name"), "datePublished": works[0].get("uploadDate"), **works[0]}
        title = letters_and_digits(title)
        if any(name and name in title for name in map(letters_and_digits, _texts(work["headline"]))):
            yield _facts(work, _named(nodes))


def event_days(scripts: Iterable[str]) -> set[str]:
    """Return the days on which the events begin and end that scripts state, there and in UTC."""
    nodes = (node for script in scripts for node in _nodes(_parse(script), (*_PARTS, *_EVENTS_IN)))
    events = (node for node in nodes if has_type(node, _EVENTS))
    texts = (text for node in events for name in _EVENT_DATES for text in _texts(node.get(name)))
    dates = filter(None, (iso_date(text) or written_day(text) for text in texts))
    return {day for date in dates for day in (date[:10], in_utc(date)[:10])}


def linked_nodes(scripts: Iterable[str]) -> Iterator[Node]:
    """Yield the nodes that scripts state, each before its parts."""
    for script in scripts:
        yield from _nodes(_parse(script))


def has_type(node: Node, endings: tuple[str, ...]) -> bool:
    """Say whether a type of a node ends in one of these."""
    return any(name.endswith(endings) for name in _texts(node.get("@type")))


def _parse(script: str) -> object:
    for text in (script, _COMMA_TOO_MANY.sub("", script)):
        if start := _START.search(text):
            try:
                return _DECODER.raw_decode(text, start.start())[0]
            except (ValueError, RecursionError):
                continue
    return None


def _nodes(value: object, parts: tuple[str, ...] = _PARTS) -> Iterator[Node]:
    """Yield the nodes at the top in order, each before its parts."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(reversed(value))
        elif isinstance(value, dict):
            yield value
            waiting.extend(value[part] for part in reversed(parts) if part in value)


def _named(nodes: Iterable[Node]) -> Mapping[str, Node]:
    """Return the nodes by their @id; those with the same one are merged (JSON-LD 1.1 §5.3)."""
    named = dict[str, dict[str, Any]]()
    for node in nodes:
        if isinstance(name := node.get("@id"), str):
            named.setdefault(name, {}).update(node)
    return named


def _facts(node: Node, named: Mapping[str, Node]) -> dict[str, list[str]]:
    return {
        field: [
            text
            for name in names
            for value in _members(_list(node.get(name)), member, named)
            for text in _texts(value)
        ]
        for field, (names, member) in _PROPERTIES.items()
    }


def _members(values: Iterable[object], member: str, named: Mapping[str, Node]) -> Iterator[object]:
    """Yield each node's member, and what is not a node unchanged.

    Nodes given by @id alone are looked up, each once: 1,000 references to 1,000 names are a million texts.
    """
    looked_up = set[str]()
    for value in values:
        if not isinstance(value, dict):
            yield value
        elif found := _member(value, member):
            yield found
        elif (name := str(value.get("@id"))) not in looked_up:
            looked_up.add(name)
            yield _member(named.get(name, {}), member)


def _member(node: Node, member: str) -> object:
    """Return a node's member; of a person without a name, the given name and the family's."""
    return node.get(member) or " ".join(_texts([node.get("givenName"), node.get("familyName")])) or None


def _texts(value: object) -> list[str]:
    return [each for each in _list(value) if isinstance(each, str)]


def _list(value: object) -> list[Any]:
    """Return a value's members; of a list that is said to be in order, ``{"@list": […]}``, too."""
    if isinstance(value, dict):
        value = value.get("@list", value)
    return value if isinstance(value, list) else [value]
