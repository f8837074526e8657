"""Subscriptions to feeds of one site."""

from __future__ import annotations

from service.feeds.subscriptions import Subscription, Subscriptions

URL = "https://example.org/feed"
NOW = 1_800_000_000.0


def feed(name: str = "a", url: str = URL, **fields: object) -> Subscription:
    return Subscription(id=name, url=url, site="example.org", **fields)


async def move(subscriptions: Subscriptions, name: str, url: str) -> str | None:
    """Have a feed move from where it is now."""
    return await subscriptions.move(await subscriptions.get(name), url)
