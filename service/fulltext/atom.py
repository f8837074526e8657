"""A full-text feed as Atom 1.0 (RFC 4287), with pictures as in Media RSS (rssboard.org/media-rss)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree
from lxml.builder import ElementMaker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.fulltext.entry import FullEntry, FullFeed

MEDIA_TYPE = "application/atom+xml"

_NAMESPACE = "http://www.w3.org/2005/Atom"
_MEDIA = "http://search.yahoo.com/mrss/"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_E = ElementMaker(namespace=_NAMESPACE, nsmap={None: _NAMESPACE, "media": _MEDIA})
_M = ElementMaker(namespace=_MEDIA)


def atom(feed: FullFeed) -> bytes:
    """Write a feed."""
    root = _E.feed(
        _E.id(feed.url),
        _E.title(feed.title),
        _E.updated(feed.updated.isoformat()),
        # An entry need not name an author where its feed does.
        _E.author(_E.name(feed.title)),
        _E.link(rel="self", type=MEDIA_TYPE, href=feed.url),
        *([_E.link(rel="alternate", href=feed.site_url)] if feed.site_url else []),
        *map(_entry, feed.entries),
    )
    written: bytes = etree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _entry(entry: FullEntry) -> etree._Element:
    language = {_LANGUAGE: entry.language} if entry.language else {}
    return _E.entry(*_elements(entry), **language)


def _elements(entry: FullEntry) -> Iterator[etree._Element]:
    yield _E.id(entry.id)
    yield _E.title(entry.title)
    yield _E.updated(entry.updated.isoformat())
    yield _E.link(rel="alternate", type="text/html", href=entry.url)
    if entry.published:
        yield _E.published(entry.published.isoformat())
    if entry.author:
        yield _E.author(_E.name(entry.author))
    for label in entry.labels:
        yield _E.category(term=label)
    if entry.description:
        yield _E.summary(entry.description)
    if entry.image_url:
        yield _M.thumbnail(url=entry.image_url)
    yield _E.content(entry.html, type="html")
