"""Lists of subscriptions in and out."""

from __future__ import annotations

import asyncio
from itertools import starmap
from time import time
from typing import TYPE_CHECKING

from service.feeds.opml import Outline, read_opml, write_opml
from service.feeds.schemas import ImportBody
from service.feeds.subscriptions import new_subscription

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.feeds.subscriptions import Subscription, Subscriptions


async def import_feeds(subscriptions: Subscriptions, opml: bytes) -> ImportBody:
    """Subscribe to the feeds of a list, without fetching them. Raises `OpmlError`."""
    feeds, left_out = await asyncio.to_thread(_subscriptions, opml)  # a long list takes seconds
    added = await subscriptions.add_all(feeds, time())
    return ImportBody(added=added, known=len(feeds) - added, left_out=left_out)


async def export_feeds(subscriptions: Subscriptions) -> bytes:
    """List all feeds as OPML."""
    return await asyncio.to_thread(_outlines, await subscriptions.all())  # as long as to read it


def _outlines(feeds: Iterable[Subscription]) -> bytes:
    return write_opml(Outline(feed.url, feed.title, feed.site_url, feed.labels) for feed in feeds)


def _subscriptions(opml: bytes) -> tuple[list[Subscription], list[str]]:
    found = read_opml(opml)
    return list(starmap(new_subscription, found.feeds)), found.left_out
