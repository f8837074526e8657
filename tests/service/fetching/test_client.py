"""The HTTP client of the fetcher."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from sites import page

from service.fetching.client import Client
from service.fetching.errors import FetchError, Reason
from service.fetching.rate import HostRate
from service.fetching.resolver import Resolver
from service.fetching.robots import freely
from service.fetching.values import FetchSettings

if TYPE_CHECKING:
    import httpx
    from redis.asyncio import Redis
    from sites import Site


async def swallow_cancellation(_url: httpx.URL) -> float:
    """Permit a request, but swallow the cancellation that comes meanwhile."""
    with suppress(asyncio.CancelledError):
        await asyncio.sleep(60)
    return 0.0


async def test_fetch_times_out_though_its_cancellation_is_swallowed(redis: Redis) -> None:
    settings = FetchSettings(max_seconds=0.1)
    client = Client(settings, HostRate(settings, redis), Resolver())
    with pytest.raises(FetchError) as error:
        async with client.get("http://a.example/", {}, swallow_cancellation):
            pass
    assert error.value.reason is Reason.TIMEOUT


@pytest.mark.parametrize(("keep", "kept"), [(False, b""), (True, b"<p>Hello")])
async def test_raw_body_is_kept_only_on_request(redis: Redis, site: Site, keep: bool, kept: bytes) -> None:
    site.answers["/"] = page(b"<p>Hello")
    settings = FetchSettings(allow_hosts=("127.0.0.1",), rate=1_000.0)
    client = Client(settings, HostRate(settings, redis), Resolver())
    async with client.get(site.url(), {}, freely) as answer:
        await answer.read_all(100, keep=keep)
    assert answer.exchange.body == kept
    await client.aclose()
