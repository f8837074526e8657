"""A fetcher on an empty Valkey, and a site that it may fetch from."""

from __future__ import annotations

from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from sites import Site, running

from service.fetching.fetcher import Fetcher
from service.fetching.values import FetchSettings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from redis.asyncio import Redis
    from sites import MakeFetcher


@pytest.fixture
async def site() -> AsyncIterator[Site]:
    async with running(Site()) as site:
        yield site


@pytest.fixture
def make_fetcher(redis: Redis) -> MakeFetcher:
    """Make a fetcher that may connect to 127.0.0.1 and need not wait, unless its settings say otherwise."""

    @asynccontextmanager
    async def make(resolve: object = None, **settings: object) -> AsyncIterator[Fetcher]:
        chosen = {"allow_hosts": ("127.0.0.1",), "rate": 1_000_000.0} | settings
        async with aclosing(Fetcher(FetchSettings(**chosen), redis, resolve=resolve)) as fetcher:
            yield fetcher

    return make


@pytest.fixture
async def fetcher(make_fetcher: MakeFetcher) -> AsyncIterator[Fetcher]:
    async with make_fetcher() as fetcher:
        yield fetcher
