"""Drops what the stream no longer keeps, for times in which nothing is published, which would drop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.state import keys
from service.state.scripts import load_script
from service.stream.kept import KEPT_AGE

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def expire(redis: Redis, age: float) -> None:
    """Drop documents older than `age` seconds, and pages that were kept too long.

    Raises `redis.RedisError` when Redis is unavailable.
    """
    script = load_script(redis, "stream/kept", "stream/expire", KEPT_AGE=KEPT_AGE)
    await script([keys.DOCUMENTS, keys.KEPT], [round(age * 1000)])
