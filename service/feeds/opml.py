"""Lists of subscriptions as OPML 2.0; folders are labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from lxml import etree

from service.feeds.errors import OpmlError
from service.feeds.feed import absolute, one_line
from service.feeds.xmlrepair import repaired
from service.fetching.urls import without_user
from service.settings.masking import masked
from service.stream.document import MOST_LABELS, as_label
from service.texts import xml_safe
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Iterable

#: OPML has no namespace, but some programs write one.
_OUTLINE = "{*}outline"


class Outline(NamedTuple):
    """One feed of a list."""

    url: str
    title: str | None = None
    site_url: str | None = None
    #: The names of the folders that hold it, sorted; no more of them than a feed may have.
    labels: tuple[str, ...] = ()


class FeedList(NamedTuple):
    """What a list names."""

    #: Each once.
    feeds: list[Outline]
    #: What is given as the URL of a feed but is no http(s) URL, or has a user name; masked.
    left_out: list[str]


def read_opml(body: bytes) -> FeedList:
    """List the feeds.

    Raises `OpmlError` if there is no outline at all.
    """
    root = _parse(body)
    if root is None or root.find(f".//{_OUTLINE}") is None:
        raise OpmlError("the list is no OPML with feeds; use <opml>, <body> and an <outline> for each feed")
    feeds: dict[str, Outline] = {}
    labels: dict[str, tuple[str, ...]] = {}
    # Of what is within an outline: the names of folders are read once, however many feeds they hold.
    within: dict[etree._Element | None, tuple[str, ...]] = {}
    left_out = []
    for element in root.iter(_OUTLINE):
        folders = within.get(next(element.iterancestors(_OUTLINE), None), ())
        if len(element):
            within[element] = _joined(folders, [as_label(_name(element) or "")])
        named = _attribute(element, "xmlUrl")
        url = absolute("", named)
        if url and "@" not in urlsplit(url).netloc:  # a password would be shown to whoever lists the feeds
            key = str(parse_url(url))
            site_url = absolute("", _attribute(element, "htmlUrl"))
            feeds.setdefault(key, Outline(url, _name(element), site_url))
            labels[key] = _joined(labels.get(key, ()), folders)
        elif named:
            left_out.append(xml_safe(without_user(masked(named))))
    return FeedList(
        [feed._replace(labels=tuple(sorted(labels[key]))) for key, feed in feeds.items()], left_out
    )


def write_opml(feeds: Iterable[Outline]) -> bytes:
    """Write the feeds as OPML, each into a folder for each of its labels; without labels, into none."""
    root = etree.Element("opml", version="2.0")
    etree.SubElement(etree.SubElement(root, "head"), "title").text = "Feeds"
    body = etree.SubElement(root, "body")
    folders: dict[str, etree._Element] = {}
    for feed in feeds:
        for label in feed.labels:
            if label not in folders:
                folders[label] = etree.SubElement(body, "outline", text=xml_safe(label))
            _write(folders[label], feed)
        if not feed.labels:
            _write(body, feed)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", pretty_print=True)


def _parse(body: bytes) -> etree._Element | None:
    xml, charset = repaired(body)
    # Opens nothing that a stranger's file names, expands no entities, and repairs broken XML.
    parser = etree.XMLParser(encoding=charset, resolve_entities=False, no_network=True, recover=True)
    try:
        return etree.fromstring(xml, parser)
    except etree.XMLSyntaxError:
        return None


def _joined(some: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """Join labels, the first of them, as many as a feed may have."""
    return tuple(filter(None, dict.fromkeys((*some, *others))))[:MOST_LABELS]


def _name(element: etree._Element) -> str | None:
    return one_line(_attribute(element, "text") or _attribute(element, "title") or "")


def _attribute(element: etree._Element, name: str) -> str | None:
    """Read an attribute; many programs write its name in lower case."""
    return element.get(name) or element.get(name.lower())


def _write(parent: etree._Element, feed: Outline) -> None:
    names = {"type": "rss", "text": feed.title or feed.url, "xmlUrl": feed.url, "htmlUrl": feed.site_url}
    etree.SubElement(parent, "outline", {name: xml_safe(value) for name, value in names.items() if value})
