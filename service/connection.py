"""The connection to the Redis or Valkey that keeps everything."""

from __future__ import annotations

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

#: Seconds to wait for an answer; longer than any command here waits for news.
_TIMEOUT = 30.0


def open_redis(url: str) -> Redis:
    """Connect to a ``redis://``, ``rediss://`` or ``unix://`` URL, when first used."""
    # One more try is for connections that died while nobody used them; who can wait waits elsewhere.
    return Redis.from_url(url, socket_connect_timeout=5, socket_timeout=_TIMEOUT, retry=Retry(NoBackoff(), 1))
