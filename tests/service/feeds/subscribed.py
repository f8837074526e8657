"""Subscriptions to feeds of one site."""

from __future__ import annotations

from service.feeds.subscriptions import Subscription

URL = "https://example.org/feed"
NOW = 1_800_000_000.0


def feed(name: str = "a", url: str = URL, **fields: object) -> Subscription:
    return Subscription(id=name, url=url, site="example.org", **fields)
