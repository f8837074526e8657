"""What the client does where its libraries fail it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from service.fetching import FetchError, FetchSettings, Reason
from service.fetching.client import Client
from service.fetching.rate import HostRate
from service.fetching.resolver import Resolver

if TYPE_CHECKING:
    import httpx
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


async def deaf(_url: httpx.URL) -> float:
    """Let a URL be asked for, but lose the cancellation that comes meanwhile."""
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(60)
    return 0.0


async def test_a_fetch_ends_in_time_though_the_cancellation_is_lost(redis: Redis) -> None:
    settings = FetchSettings(max_seconds=0.1)
    client = Client(settings, HostRate(settings, redis), Resolver())
    with pytest.raises(FetchError) as error:
        async with client.get("http://a.example/", {}, deaf):
            pass
    assert error.value.reason is Reason.TIMEOUT
