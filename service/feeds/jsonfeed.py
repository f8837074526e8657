"""JSON Feed 1.0 and 1.1 (jsonfeed.org)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from service.feeds.feed import Entry, Feed, absolute, identity, plain, string, subject
from service.feeds.people import named
from service.feeds.times import published
from urltree.charset import recoded
from urltree.errors import PageError
from urltree.metadata.languages import language_tag

#: Begins the version; some write http.
VERSION = "://jsonfeed.org/version/1"


def read_json(body: bytes, url: str, charset: str | None) -> Feed | None:
    """Read a JSON Feed that came from `url`; None if it is none."""
    try:
        fields = json.loads(_decoded(body, charset), strict=False)  # templates write line breaks into strings
    except (PageError, ValueError, RecursionError):
        return None
    if not isinstance(fields, Mapping) or VERSION not in string(fields, "version"):
        return None
    items = _objects(fields, "items")
    entries = tuple(filter(None, (_entry(item, url) for item in items)))
    hubs = (absolute(url, hub.get("url")) for hub in _objects(fields, "hubs") if hub.get("type") == "WebSub")
    return Feed(
        title=plain(fields.get("title"), is_html=False),
        site_url=absolute(url, fields.get("home_page_url")),
        hub=next(filter(None, hubs), None),
        self_url=absolute(url, fields.get("feed_url")),
        ttl=None,
        language=language_tag(string(fields, "language")),
        author=_author(fields),
        entries=entries,
        pageless=len(items) - len(entries),
    )


def _decoded(body: bytes, charset: str | None) -> bytes | str:
    """Decode JSON as a page is decoded; that in UTF-16 and UTF-32, which has NULs, is left to its parser."""
    return body if b"\0" in body[:4] else recoded(body, charset).decode("utf-8-sig", "replace")


def _entry(item: Mapping[str, Any], base: str) -> Entry | None:
    """Read an item; None if it has no page to fetch."""
    url = (
        absolute(base, item.get("url"))
        or absolute(base, item.get("external_url"))
        or absolute("", item.get("id"))
    )
    if url is None:
        return None
    title = string(item, "title")
    summary = string(item, "summary") or string(item, "content_text") or string(item, "content_html")
    date = string(item, "date_published") or string(item, "date_modified")
    return Entry(
        id=identity(title, summary, date, url),
        subject=subject(title, url),
        url=url,
        title=plain(title, is_html=False),
        author=_author(item),
        published=published(date),
        language=language_tag(string(item, "language")),
    )


def _author(thing: Mapping[str, Any]) -> str | None:
    """Name the authors of an item or a feed: a list since 1.1, a single one in 1.0."""
    old = thing.get("author")
    people = _objects(thing, "authors") or ([old] if isinstance(old, Mapping) else [])
    return named(person.get("name") for person in people)


def _objects(fields: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    values = fields.get(name)
    return [value for value in values if isinstance(value, Mapping)] if isinstance(values, list) else []
