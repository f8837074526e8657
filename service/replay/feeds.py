"""Feeds in two formats, and the page that names those of a site; pure functions."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import format_datetime
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree
from lxml.builder import ElementMaker

from service.texts import xml_safe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lxml.etree import _Element

    from service.replay.sites import Site

_ATOM = "http://www.w3.org/2005/Atom"
_RSS_MAKER = ElementMaker(nsmap={"atom": _ATOM})
_ATOM_MAKER = ElementMaker(namespace=_ATOM, nsmap={None: _ATOM})


class Item(NamedTuple):
    """One item of a feed."""

    url: str
    title: str
    summary: str
    #: Seconds since the epoch.
    published: float


class Format(NamedTuple):
    """A format of feeds."""

    path: str
    media_type: str
    #: Takes title and home page of the site, items, the newest first, and the feed's own URL.
    write: Callable[[str, str, Sequence[Item], str], bytes]


def home(site: Site) -> bytes:
    """Write the page that names a site's feeds."""
    links = "".join(
        f'<link rel="alternate" type="{each.media_type}" href="{each.path}">' for each in FORMATS.values()
    )
    return f"<!DOCTYPE html><title>{escape(site.host)}</title>{links}<p>A site that is replayed.\n".encode()


def write_rss(title: str, home_url: str, items: Sequence[Item], url: str) -> bytes:
    """Write a feed as RSS 2.0."""
    make = _RSS_MAKER
    own = etree.Element(f"{{{_ATOM}}}link", rel="self", href=url)
    head = (make.title(title), make.link(home_url), make.description(f"All news of {title}."), own)
    return _bytes(make.rss(make.channel(*head, *map(_rss_item, items)), version="2.0"))


def _rss_item(item: Item) -> _Element:
    make = _RSS_MAKER
    return make.item(
        make.title(xml_safe(item.title)),
        make.link(item.url),
        make.guid(item.url, isPermaLink="false"),
        make.description(xml_safe(item.summary)),
        make.pubDate(format_datetime(datetime.fromtimestamp(item.published, UTC))),
    )


def write_atom(title: str, home_url: str, items: Sequence[Item], url: str) -> bytes:
    """Write a feed as Atom 1.0."""
    make = _ATOM_MAKER
    newest = _time(items[0].published if items else 0.0)
    head = (
        make.title(title), make.id(url), make.updated(newest), make.author(make.name(title)),
        make.link(href=home_url), make.link(rel="self", href=url),
    )  # fmt: skip
    return _bytes(make.feed(*head, *map(_atom_entry, items)))


def _atom_entry(item: Item) -> _Element:
    make = _ATOM_MAKER
    return make.entry(
        make.title(xml_safe(item.title)),
        make.link(href=item.url),
        make.id(item.url),
        make.updated(_time(item.published)),
        make.summary(xml_safe(item.summary)),
    )


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _bytes(root: _Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


FORMATS = {
    each.path: each
    for each in (
        Format("/feed.rss", "application/rss+xml", write_rss),
        Format("/feed.atom", "application/atom+xml", write_atom),
    )
}
