"""One entry of a feed, parsed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from service.feeds.parse import parse_feed

if TYPE_CHECKING:
    from service.feeds.feed import Entry

URL = "https://example.org/feeds/news.xml"
DATE = "Mon, 02 Nov 2026 10:00:00 +0100"
LINK = "<link>https://example.org/a</link>"


def entry(body: bytes, charset: str | None = None) -> Entry:
    """Return the only entry of a feed."""
    (only,) = parse_feed(body, URL, charset).entries
    return only


def json_feed(*items: object, **fields: object) -> bytes:
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items} | fields).encode()
