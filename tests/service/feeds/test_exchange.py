"""Import of subscription lists."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from service.feeds.exchange import import_feeds
from service.feeds.opml import Outline, write_opml
from service.feeds.subscriptions import Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def test_importing_a_long_list_does_not_block_the_event_loop(redis: Redis) -> None:
    body = write_opml([Outline("https://example.org/feed")] * 5_000)
    reading = asyncio.create_task(import_feeds(Subscriptions(redis), body))
    turns = 0
    while not reading.done():
        await asyncio.sleep(0)
        turns += 1
    assert (reading.result().added, turns > 100) == (1, True)
