"""How many requests a key may send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import ResponseError

from service.state import keys
from service.state.scripts import load_script

if TYPE_CHECKING:
    from redis.asyncio import Redis


class RateLimit:
    """Limits each key to `rate` requests a second on average, and as many at once, at all services together.

    While Redis refuses writes, because it or its disk is full, requests pass uncounted, so that documents and
    metrics can still be read. Raises `redis.RedisError` when Redis is away.
    """

    def __init__(self, redis: Redis, rate: float) -> None:
        self._turn = load_script(redis, "turn")
        #: Seconds between requests; requests at once; longest wait, none because a request too many is
        #: refused; longest hold, none because no key is held.
        self._bucket = (1 / rate, max(1, int(rate)), 0, 0)

    async def wait(self, key_id: str) -> float:
        """Count a request and return 0; if it is one too many, return the seconds until it would pass."""
        try:
            return float(await self._turn([keys.REQUESTS + key_id], self._bucket))
        except ResponseError:
            return 0.0
