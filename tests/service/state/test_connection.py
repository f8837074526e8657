"""The connection to Redis."""

from __future__ import annotations

import asyncio

import pytest

from service.state.connection import open_redis

pytestmark = pytest.mark.anyio


async def test_a_thousand_commands_can_be_sent_at_once(valkey_url: str) -> None:
    async with open_redis(valkey_url) as redis:
        assert await asyncio.gather(*(redis.incr("count") for _ in range(1_000)))
        assert await redis.get("count") == b"1000"
