"""A full-text feed as JSON Feed 1.1 (jsonfeed.org/version/1.1)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.fulltext.entry import FullEntry, FullFeed

MEDIA_TYPE = "application/feed+json"


def json_feed(feed: FullFeed) -> bytes:
    """Write a feed."""
    fields = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "feed_url": feed.url,
        "home_page_url": feed.site_url,
        "items": [_item(entry) for entry in feed.entries],
    }
    return json.dumps(_known(fields), ensure_ascii=False).encode()


def _item(entry: FullEntry) -> dict[str, Any]:
    return _known(
        {
            "id": entry.id,
            "url": entry.url,
            "title": entry.title,
            "content_html": entry.html,
            "summary": entry.description,
            "image": entry.image_url,
            "date_published": entry.published and entry.published.isoformat(),
            "date_modified": entry.updated.isoformat(),
            "authors": [{"name": entry.author}] if entry.author else None,
            "tags": entry.labels or None,
            "language": entry.language,
        }
    )


def _known(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}
