"""RSS 0.9x, 1.0 and 2.0, Atom and their relatives, however broken, by way of feedparser."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from typing import TYPE_CHECKING, Any
from xml.sax import SAXParseException

import feedparser  # type: ignore[import-untyped]

from service.feeds.feed import Entry, Feed, absolute, identity, plain, string, subject
from service.feeds.people import named
from service.feeds.times import published
from service.feeds.xmlrepair import repaired
from service.http.media import HTML
from urltree.metadata.languages import language_tag
from urltree.metadata.plaintext import without_tags
from urltree.urlkey import domain_of

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

# By these feedparser would judge a base within one that is relative, which has no scheme, and leave it out.
feedparser.urls.ACCEPTABLE_URI_SCHEMES = ()

_END = re.compile(rb"</(?:\w+:)?(?:rss|feed|rdf)\s*>", re.IGNORECASE)

#: The start or end of an item.
_ITEM = re.compile(rb"<(/?)(?:\w+:)?(?:item|entry)\b[^<>]*>", re.IGNORECASE)

#: A reference: feedparser leaves some in XML that is not well-formed, and some publishers escape twice.
#: A name without a semicolon is a parameter: ``&copy=1``.
_REFERENCE = re.compile(r"&#?\w{1,10};")

#: Tags in titles that have no end.
_VOID = re.compile(r"<(?:br|hr|img|wbr)\b[^<>]*>", re.IGNORECASE)

#: Seconds of an ``sy:updatePeriod`` (RSS 1.0 syndication module).
_PERIODS = {"hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000}


def read_xml(body: bytes, url: str, charset: str | None) -> Feed | None:
    """Read what feedparser can of a feed that came from `url`; None if it is no feed.

    Raises `SAXParseException` if it is broken and no item was read: the break may have hidden its items.
    """
    xml, charset = repaired(body, charset)
    # Plain bytes would be taken for the name of a file; other media types would imply a charset of their own.
    parameter = f"; charset={charset}" if charset else ""
    # It does not learn where the feed is from, because it would resolve ids, too, as if they were links.
    headers = {"content-type": f"application/xml{parameter}"}
    parsed = feedparser.parse(
        BytesIO(xml),
        response_headers=headers,
        resolve_relative_uris=False,
        sanitize_html=False,
    )
    if not parsed.get("version") and not parsed.entries:
        return None
    broken = parsed.get("bozo_exception")
    if isinstance(broken, SAXParseException) and not parsed.entries:
        raise broken
    feed, is_atom = parsed.feed, _is_atom(parsed)
    is_cut = isinstance(broken, SAXParseException) and not _END.search(xml)
    items = parsed.entries[:-1] if is_cut and _ends_within_an_item(xml) else parsed.entries
    entries = tuple(filter(None, (_entry(item, url, is_atom=is_atom) for item in items)))
    return Feed(
        title=_title(feed, is_atom=is_atom),
        site_url=next(iter(_pages(feed, url)), None),
        hub=next(iter(_links(feed, "hub", url)), None),
        self_url=next(iter(_links(feed, "self", url)), None),
        ttl=_ttl(feed),
        language=language_tag(string(feed, "language")),
        author=named(_authors(feed)) if is_atom else None,
        entries=entries,
        is_cut=is_cut,
        pageless=len(items) - len(entries),
    )


def _ends_within_an_item(xml: bytes) -> bool:
    """Return whether a feed that is cut lacks the end of its last item, and so, perhaps, its date."""
    tags = _ITEM.findall(xml)
    return bool(tags) and not tags[-1]


def _entry(entry: Mapping[str, Any], base: str, *, is_atom: bool) -> Entry | None:
    """Read an item; None if it has no page to fetch."""
    url = _page(entry, base)
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
        title=_title(entry, is_atom=is_atom),
        author=None if _is_submitted(entry, url) else _author(entry),
        published=published(date),
        language=_language(entry),
    )


def _language(entry: Mapping[str, Any]) -> str | None:
    """Read ``dc:language``, or the ``xml:lang`` that holds for the title."""
    return language_tag(string(entry, "language") or string(entry.get("title_detail", {}), "language"))


def _page(entry: Mapping[str, Any], base: str) -> str | None:
    """Return where an item leads: its first link to a page, or its id if that is a URL by itself.

    In place of a link that is missing, feedparser has the id, and in place of a type, HTML's.
    """
    link = entry.get("link") if entry.get("links") else None
    return next(iter(_pages(entry, base)), None) or _absolute(base, link) or _absolute("", entry.get("id"))


def _pages(element: Mapping[str, Any], base: str) -> tuple[str, ...]:
    """Return the links to the page of a feed or an item; the same may come as JSON or PDF, too."""
    return _links(element, "alternate", base, HTML) or _links(element, "alternate", base)


def _title(element: Mapping[str, Any], *, is_atom: bool) -> str | None:
    """Read a title: in Atom it says of itself whether it is HTML, in RSS it may be either."""
    title = string(element, "title")
    if is_atom:
        return plain(title, is_html=element.get("title_detail", {}).get("type") != "text/plain")
    return plain(without_tags(_VOID.sub(" ", title)), is_html=False)


def _is_atom(parsed: Mapping[str, Any]) -> bool:
    """Return whether the feed's author is that of its entries (RFC 4287 §4.2.1); RSS has an editor there."""
    return string(parsed, "version").startswith("atom")


def _is_submitted(entry: Mapping[str, Any], url: str) -> bool:
    """Return whether an item leads to the page of another site than its comments, as on Hacker News.

    Then its author is whoever submitted it.
    """
    comments = _absolute(url, entry.get("comments"))
    return comments is not None and domain_of(comments) != domain_of(url)


def _author(entry: Mapping[str, Any]) -> str | None:
    return named(_authors(entry)) or named(_authors(entry.get("source", {})))


def _authors(element: Mapping[str, Any]) -> list[Any]:
    """List the authors; feedparser has the whole text of the last in the field "author"."""
    return [*(author.get("name") for author in element.get("authors", ())[:-1]), element.get("author")]


def _links(
    feed: Mapping[str, Any], rel: str, base: str, types: Container[str] | None = None
) -> tuple[str, ...]:
    found = (link for link in feed.get("links", ()) if link.get("rel") == rel)
    links = (_absolute(base, link.get("href")) for link in found if not types or link.get("type") in types)
    return tuple(filter(None, links))


def _absolute(base: str, link: object) -> str | None:
    return absolute(base, _REFERENCE.sub(lambda found: unescape(found[0]), str(link or "")))


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
