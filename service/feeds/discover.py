"""The feeds that a page names by ``<link rel=alternate>``; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lxml import etree, html

from service.feeds.feed import absolute, plain
from urltree.charset import to_utf8
from urltree.errors import PageError
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Container

_TYPES = frozenset(
    {
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
        "application/feed+json",
        "application/x.atom+xml",
        "application/x-atom+xml",
    }
)

#: By which older sites name their feeds, and others something else.
_VAGUE_TYPES = frozenset({"text/xml", "application/xml"})

#: The most feeds of a page that are listed, the first ones; a page may name any number.
_LISTED = 100


class FeedLink(NamedTuple):
    """A feed as its page names it."""

    url: str
    title: str | None


def discover(body: bytes, url: str, charset: str | None = None) -> list[FeedLink]:
    """List the feeds of the page that came from `url`, each once, feeds of comments last."""
    try:
        # huge_tree, because pages may be nested deeply.
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        root = html.document_fromstring(to_utf8(body, charset), parser=parser)
    except (PageError, ValueError, etree.ParserError):
        return []
    base = (
        next((absolute(url, each.get("href")) for each in root.iter("base") if each.get("href")), None) or url
    )
    return _links(root, base, _TYPES) or _links(root, base, _VAGUE_TYPES)


def _links(root: html.HtmlElement, base: str, types: Container[str]) -> list[FeedLink]:
    links: dict[str, FeedLink] = {}
    for each in root.iter("link"):
        target = absolute(base, each.get("href")) if _names_feed(each, types) else None
        if target:
            links.setdefault(str(parse_url(target)), FeedLink(target, plain(each.get("title"))))
        if len(links) == _LISTED:
            break
    return sorted(links.values(), key=_is_of_comments)


def _names_feed(link: html.HtmlElement, types: Container[str]) -> bool:
    media_type = (link.get("type") or "").partition(";")[0].strip().lower()
    return "alternate" in (link.get("rel") or "").lower().split() and media_type in types


def _is_of_comments(link: FeedLink) -> bool:
    return "comment" in f"{link.url} {link.title}".lower()
