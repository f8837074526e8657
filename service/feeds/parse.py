"""Bytes -> feed, of any format; pure."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from service.feeds.errors import FeedError
from service.feeds.feed import told_apart, without_front_pages
from service.feeds.jsonfeed import VERSION, read_json
from service.feeds.xmlfeed import read_xml

if TYPE_CHECKING:
    from service.feeds.feed import Feed

#: The most entries that are taken from a feed, the first ones; far fewer than a site's history holds.
MAX_ENTRIES = 10_000

_MARKS = b"\xef\xbb\xbf\xfe\xff \t\r\n\0"
_PROLOG = re.compile(rb"(?>(?:<!--.*?-->|<\?.*?\?>|\s)*)", re.DOTALL)
#: How a page begins: HTML lets it leave out html, head and body.
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|title|meta|script|style|body)\b", re.IGNORECASE)

#: How others begin that are taken for a feed, and what they are.
_OTHERS = {
    b"<urlset": "a sitemap",
    b"<sitemapindex": "a sitemap",
    b"\x1f\x8b": "compressed data (gzip) that is not declared as such",
    b"<opml": "a list of feeds (OPML), which can be imported",
}

#: Bytes at the start of a body by which a page is recognised.
_HEAD = 4_096


def parse_feed(body: bytes, url: str, charset: str | None = None, asked: str | None = None) -> Feed:
    """Read the feed that came from `url`; `charset` is the one HTTP declares.

    `asked` is the URL before redirects: a page that comes in place of its feed need not name that.
    Raises `FeedError`, whose message says what came in place of a feed, or that no entry has a page.
    """
    feed = read_json(body, url, charset) if _is_json(body) else _read_xml(body, url, charset)
    if feed is None:
        mend = _feed_instead(body, url, charset, asked)
        raise FeedError(f"{url}: got {_what_it_is(body)}, not RSS, Atom or JSON Feed{mend}")
    feed = without_front_pages(feed, url)
    if feed.pageless and not feed.entries and not feed.is_cut:
        raise FeedError(f"{url}: no entry links to a page (of {feed.pageless}); use a feed whose entries do")
    return replace(feed, entries=told_apart(feed.entries[:MAX_ENTRIES]))


def is_html(body: bytes) -> bool:
    """Return whether a body is an HTML page, which may name feeds."""
    return bool(_HTML.match(_beginning(body)))


def _feed_instead(body: bytes, url: str, charset: str | None, asked: str | None) -> str:
    if not is_html(body):
        return ""
    from service.feeds.discover import discover  # noqa: PLC0415 -- feeds do not need its lxml

    named = next((link.url for link in discover(body, url, charset)), url)
    return "" if named in {url, asked} else f"; the page links to the feed {named}"


def _beginning(body: bytes) -> bytes:
    """Return the start of a body, without marks, prolog and comments."""
    return _PROLOG.sub(b"", body[:_HEAD].lstrip(_MARKS), count=1)


def _is_json(body: bytes) -> bool:
    return _beginning(body)[:1] in {b"{", b"["}


def _read_xml(body: bytes, url: str, charset: str | None) -> Feed | None:
    try:
        return read_xml(body, url, charset)
    except Exception as error:  # hostile bytes make feedparser raise errors of any type
        raise FeedError(f"{url}: the feed cannot be read ({type(error).__name__}: {error})") from error


def _what_it_is(body: bytes) -> str:
    beginning = _beginning(body)
    if not beginning:
        return "nothing"
    if is_html(body):
        return "an HTML page"
    if _is_json(body):
        return "a broken JSON Feed" if VERSION.encode() in body else "other JSON"
    others = (name for start, name in _OTHERS.items() if beginning.startswith(start))
    return next(others, f"something that begins with {beginning[:40].decode('latin-1')!r}")
