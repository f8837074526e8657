"""Drops what the stream no longer keeps while nothing is published; publishing drops it, too.

Each service does this, not only an elected one: while the store is full, none can be elected.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from redis import RedisError

from service.running.tasks import pause
from service.state import keys
from service.state.scripts import load_script
from service.stream.kept import KEPT_AGE

if TYPE_CHECKING:
    import asyncio

    from redis.asyncio import Redis

    from service.stream.values import StreamRetention

_logger = logging.getLogger(__name__)

#: Seconds from one time to the next.
_INTERVAL = 3_600.0

#: Seconds until the next try while Redis is unavailable.
_PAUSE = 60.0


async def expire_hourly(redis: Redis, retention: StreamRetention, stopping: asyncio.Event) -> None:
    """Expire at once, and every hour until `stopping` is set."""
    while not stopping.is_set():
        try:
            await expire(redis, retention)
        except RedisError as error:
            _logger.warning("old documents will be dropped later: %s", error)
            await pause(stopping, _PAUSE)
        else:
            await pause(stopping, _INTERVAL)


async def expire(redis: Redis, retention: StreamRetention) -> None:
    """Drop the documents that are too many or too old, and pages that were kept too long.

    Raises `redis.RedisError` when Redis is unavailable.
    """
    script = load_script(redis, "stream/kept", "stream/expire", KEPT_AGE=KEPT_AGE)
    await script([keys.DOCUMENTS, keys.KEPT], [retention.documents, round(retention.age * 1000)])
