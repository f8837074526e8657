"""Sessions of people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.access.sessions import LASTING, Sessions

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


async def test_a_session_tells_its_key(redis: Redis) -> None:
    token = await Sessions(redis).start("k1")
    assert await Sessions(redis).key_of(token) == "k1"


async def test_a_session_ends_by_itself(redis: Redis) -> None:
    await Sessions(redis).start("k1")
    (name,) = await redis.keys("urltree:session:*")
    assert 0 < await redis.ttl(name) <= LASTING


async def test_redis_does_not_have_the_token(redis: Redis) -> None:
    token = await Sessions(redis).start("k1")
    (name,) = await redis.keys("*")
    assert token.encode() not in name


async def test_a_session_that_was_ended_is_over(redis: Redis) -> None:
    sessions = Sessions(redis)
    token = await sessions.start("k1")
    await sessions.key_of(token)
    await sessions.end(token)
    assert await sessions.key_of(token) == ""


@pytest.mark.parametrize("token", ["", "x", "*"])
async def test_any_other_token_is_of_no_session(redis: Redis, token: str) -> None:
    await Sessions(redis).start("k1")
    assert await Sessions(redis).key_of(token) == ""


async def test_redis_is_not_asked_for_each_request(redis: Redis) -> None:
    sessions = Sessions(redis)
    token = await sessions.start("k1")
    await sessions.key_of(token)
    await redis.flushall()
    assert await sessions.key_of(token) == "k1"
