"""Sessions of people who have logged in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.access.sessions import LASTING, Sessions

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def test_session_belongs_to_a_key(redis: Redis) -> None:
    token = await Sessions(redis).start("k1")
    assert await Sessions(redis).key_of(token) == "k1"


async def test_session_expires(redis: Redis) -> None:
    await Sessions(redis).start("k1")
    (name,) = await redis.keys("urltree:session:*")
    assert 0 < await redis.ttl(name) <= LASTING


async def test_token_is_not_in_the_redis_key_of_its_session(redis: Redis) -> None:
    token = await Sessions(redis).start("k1")
    (name,) = await redis.keys("*")
    assert token.encode() not in name


async def test_ended_session_is_over_even_if_it_was_cached(redis: Redis) -> None:
    sessions = Sessions(redis)
    token = await sessions.start("k1")
    await sessions.key_of(token)
    await sessions.end(token)
    assert await sessions.key_of(token) == ""


@pytest.mark.parametrize("token", ["", "x", "*"])
async def test_unknown_token_has_no_session(redis: Redis, token: str) -> None:
    await Sessions(redis).start("k1")
    assert await Sessions(redis).key_of(token) == ""


async def test_session_is_cached_between_requests(redis: Redis) -> None:
    sessions = Sessions(redis)
    token = await sessions.start("k1")
    await sessions.key_of(token)
    await redis.flushall()
    assert await sessions.key_of(token) == "k1"
