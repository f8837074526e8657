"""A web server with a feed, and what a poller of it needs."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest
from pollerbed import NEWS, Bed
from web import serving_web

from service.feeds.subscriptions import Subscriptions
from service.fetching.fetcher import Fetcher
from service.fetching.values import FetchSettings
from service.queue import WorkQueue

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from redis.asyncio import Redis
    from web import Web

    from service.feeds.reader import FeedReader


@pytest.fixture
def web() -> Iterator[Web]:
    with serving_web() as running:
        yield running


@pytest.fixture
async def fetcher(redis: Redis) -> AsyncIterator[Fetcher]:
    settings = FetchSettings(allow_hosts=("127.0.0.1",), rate=1_000, burst=1_000)
    async with aclosing(Fetcher(settings, redis)) as fetching:
        yield fetching


@pytest.fixture
def subscriptions(redis: Redis) -> Subscriptions:
    return Subscriptions(redis)


@pytest.fixture
async def bed(redis: Redis, web: Web, fetcher: Fetcher, feed_reader: FeedReader) -> Bed:
    made = Bed(redis, web, fetcher, feed_reader, WorkQueue(redis, size=100), Subscriptions(redis))
    web.answers["/feed"] = NEWS
    await made.subscribe("/feed")
    return made
