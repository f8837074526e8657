"""What is too old goes, although nothing new comes."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from readings import reading
from valkeys import full
from waiting import until

from service.running.tasks import running
from service.state import keys
from service.stream import expire as expire_module
from service.stream.expire import expire, expire_hourly
from service.stream.kept import KEPT_AGE
from service.stream.values import StreamRetention

if TYPE_CHECKING:
    import pytest
    from redis.asyncio import Redis

    from service.stream.publish import Publisher

KEEP, FILLED = StreamRetention(3, 3_600.0), 5
SITE = "example.com"


async def fill(redis: Redis, name: str = keys.DOCUMENTS) -> None:
    for _ in range(FILLED):
        await redis.xadd(name, {"text": ""})


async def expires(redis: Redis) -> bool:
    """Wait until documents have been dropped; say whether as many are left as are kept."""

    async def is_expired() -> bool:
        return await redis.xlen(keys.DOCUMENTS) < FILLED

    await until(is_expired)
    return await redis.xlen(keys.DOCUMENTS) == KEEP.documents


async def test_documents_beyond_the_age_are_dropped(redis: Redis) -> None:
    seconds, _ = await redis.time()
    for text, minutes in (("old", 61), ("young", 59)):
        await redis.xadd(keys.DOCUMENTS, {"text": text}, id=f"{(seconds - 60 * minutes) * 1_000}-0")
    await expire(redis, KEEP)
    kept = await redis.xrange(keys.DOCUMENTS)
    assert [fields[b"text"] for _, fields in kept] == [b"young"]


async def test_documents_beyond_the_number_are_dropped(redis: Redis) -> None:
    await fill(redis)
    await expire(redis, KEEP)
    assert await redis.xlen(keys.DOCUMENTS) == 3


async def test_service_that_starts_with_a_full_store_drops_what_is_too_much(redis: Redis) -> None:
    await fill(redis)
    async with full(redis), running(partial(expire_hourly, redis, KEEP)):
        assert await expires(redis)


async def test_stream_is_expired_once_redis_answers(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expire_module, "_PAUSE", 0.01)
    await fill(redis, name="filled")
    await redis.set(keys.DOCUMENTS, "no stream, so that scripts fail")
    async with running(partial(expire_hourly, redis, KEEP)):
        await asyncio.sleep(0.05)
        await redis.rename("filled", keys.DOCUMENTS)
        assert await expires(redis)


async def test_pages_kept_of_a_domain_that_fell_silent_are_dropped(
    redis: Redis, publisher: Publisher
) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, SITE)
    await expire(redis, KEEP)
    assert not await redis.exists(keys.KEPT, keys.KEPT_PAGES + SITE)


async def test_pages_dropped_no_longer_count(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, SITE)
    await expire(redis, KEEP)
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"0"}


async def test_pages_of_late_are_kept(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, 60_000 - KEPT_AGE, SITE)
    await expire(redis, KEEP)
    assert await redis.hlen(keys.KEPT_PAGES + SITE) == 1


async def test_nothing_is_written_where_nothing_is(redis: Redis) -> None:
    await expire(redis, KEEP)
    assert not await redis.keys()


async def test_what_is_too_old_is_dropped_while_the_store_is_full(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, SITE)
    async with full(redis):
        await expire(redis, KEEP)
    assert not await redis.exists(keys.KEPT)
