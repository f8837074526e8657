"""RSS 0.9x, 1.0 and 2.0, Atom and their relatives, however broken, by way of feedparser."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.sax import SAXParseException

import feedparser  # type: ignore[import-untyped]

from service.feeds.feed import Entry, Feed, absolute, identity, plain, string, subject
from service.feeds.people import named
from service.feeds.references import readable, with_ampersands
from service.feeds.times import published
from urltree.charset import is_utf8
from urltree.metadata.metadata import language_tag

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Byte order marks with which UTF-16 begins.
_UTF_16 = (BOM_UTF16_BE, BOM_UTF16_LE)

#: Seconds of an ``sy:updatePeriod`` (RSS 1.0 syndication module).
_PERIODS = {"hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000}


def read_xml(body: bytes, url: str, charset: str | None) -> Feed | None:
    """Read what feedparser can of a feed that came from `url`; None if it is no feed.

    Raises `SAXParseException` if it is broken and no item was read: the break may have hidden its items.
    """
    body, charset = _recoded(body, charset)
    # Plain bytes would be taken for the name of a file; other media types would imply a charset of their own.
    parameter = f"; charset={charset}" if charset else ""
    headers = {"content-type": f"application/xml{parameter}", "content-location": url}
    parsed = feedparser.parse(
        BytesIO(with_ampersands(readable(body))),
        response_headers=headers,
        resolve_relative_uris=False,
        sanitize_html=False,
    )
    if not parsed.get("version") and not parsed.entries:
        return None
    broken = parsed.get("bozo_exception")
    if isinstance(broken, SAXParseException) and not parsed.entries:
        raise broken
    feed = parsed.feed
    entries = (_entry(entry, url) for entry in parsed.entries)
    return Feed(
        title=plain(feed.get("title")),
        site_url=absolute(url, feed.get("link")),
        hubs=_links(feed, "hub", url),
        self_url=next(iter(_links(feed, "self", url)), None),
        ttl=_ttl(feed),
        language=language_tag(string(feed, "language")),
        author=named(_authors(feed)) if _is_atom(parsed) else None,
        entries=tuple(filter(None, entries)),
    )


def _recoded(body: bytes, charset: str | None) -> tuple[bytes, str | None]:
    """Turn UTF-16 and UTF-8, whatever a server or prolog declares, into valid UTF-8; return body and charset.

    feedparser takes no invalid UTF-8, and ignores a byte order mark where server or prolog say otherwise.
    """
    if body.startswith(_UTF_16):
        return body.decode("utf-16", errors="replace").encode(), "utf-8"
    if is_utf8(body):
        return body.decode(errors="replace").encode(), "utf-8"
    return body, charset


def _entry(entry: Mapping[str, Any], base: str) -> Entry | None:
    """Read an item; None if it has no page to fetch."""
    url = absolute(base, entry.get("link")) or absolute("", entry.get("id"))
    if url is None:
        return None
    title, summary = string(entry, "title"), string(entry, "summary")
    # Only a field that is there is read: for a missing "updated" feedparser would warn and give "published".
    dated = "published" if string(entry, "published") else "updated"
    date = string(entry, dated) if dated in entry else ""
    return Entry(
        id=identity(title, summary, date, url),
        subject=subject(title, url),
        url=url,
        title=plain(title),
        author=named(_authors(entry)),
        published=published(date, entry.get(f"{dated}_parsed")) if date else None,
    )


def _is_atom(parsed: Mapping[str, Any]) -> bool:
    """Return whether the feed's author is that of its entries (RFC 4287 §4.2.1); RSS has an editor there."""
    return string(parsed, "version").startswith("atom")


def _authors(element: Mapping[str, Any]) -> list[Any]:
    """List the authors; feedparser has the whole text of the last in the field "author"."""
    return [*(author.get("name") for author in element.get("authors", ())[:-1]), element.get("author")]


def _links(feed: Mapping[str, Any], rel: str, base: str) -> tuple[str, ...]:
    links = (absolute(base, link.get("href")) for link in feed.get("links", ()) if link.get("rel") == rel)
    return tuple(filter(None, links))


def _ttl(feed: Mapping[str, Any]) -> float | None:
    """Read ``ttl`` (minutes) and ``sy:updatePeriod`` / ``sy:updateFrequency``; the longer wait counts."""
    minutes = _number(feed.get("ttl")) or 0
    period = _PERIODS.get(string(feed, "sy_updateperiod").strip().lower(), 0)
    waits = (minutes * 60, period / (_number(feed.get("sy_updatefrequency")) or 1))
    return max(waits) or None


def _number(text: object) -> float | None:
    """Read a positive number of sensible length."""
    digits = str(text).strip()
    return float(digits) if digits.isdecimal() and len(digits) <= 9 else None  # noqa: PLR2004 -- about 30 years
