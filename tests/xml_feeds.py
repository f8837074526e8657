"""Made-up feeds."""

from __future__ import annotations

_NAMESPACES = (
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"'
)


def rss(*items: str, channel: str = "") -> bytes:
    """An RSS 2.0 feed of items with these contents."""
    inside = "".join(f"<item>{item}</item>" for item in items)
    return f'<rss version="2.0" {_NAMESPACES}><channel>{channel}{inside}</channel></rss>'.encode()


def item(number: int, date: str = "") -> str:
    """The content of an item."""
    dated = f"<pubDate>{date}</pubDate>" if date else ""
    return f"<title>News {number}</title><link>https://example.org/news/{number}</link>{dated}"


def atom(*entries: str, attributes: str = "") -> bytes:
    """An Atom feed of entries with these contents."""
    inside = "".join(f"<entry>{entry}</entry>" for entry in entries)
    return f'<feed xmlns="http://www.w3.org/2005/Atom" {attributes}>{inside}</feed>'.encode()
