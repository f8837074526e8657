"""What is too old goes, although nothing new comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from readings import reading

from service.state import keys
from service.stream.expire import expire
from service.stream.kept import KEPT_AGE

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.publish import Publisher

HOUR = 3_600.0
SITE = "example.com"


async def test_documents_beyond_the_age_are_dropped(redis: Redis) -> None:
    seconds, _ = await redis.time()
    for text, minutes in (("old", 61), ("young", 59)):
        await redis.xadd(keys.DOCUMENTS, {"text": text}, id=f"{(seconds - 60 * minutes) * 1_000}-0")
    await expire(redis, HOUR)
    kept = await redis.xrange(keys.DOCUMENTS)
    assert [fields[b"text"] for _, fields in kept] == [b"young"]


async def test_pages_kept_of_a_domain_that_fell_silent_are_dropped(
    redis: Redis, publisher: Publisher
) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, SITE)
    await expire(redis, HOUR)
    assert not await redis.exists(keys.KEPT, keys.KEPT_PAGES + SITE)


async def test_pages_dropped_no_longer_count(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, SITE)
    await expire(redis, HOUR)
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"0"}


async def test_pages_of_late_are_kept(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, 60_000 - KEPT_AGE, SITE)
    await expire(redis, HOUR)
    assert await redis.hlen(keys.KEPT_PAGES + SITE) == 1


async def test_nothing_is_written_where_nothing_is(redis: Redis) -> None:
    await expire(redis, HOUR)
    assert not await redis.keys()


async def test_what_is_too_old_is_dropped_while_the_store_is_full(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"page")
    await redis.zincrby(keys.KEPT, -KEPT_AGE, SITE)
    await redis.config_set("maxmemory", 1)
    try:
        await expire(redis, HOUR)
    finally:
        await redis.config_set("maxmemory", 0)
    assert not await redis.exists(keys.KEPT)
