"""How many requests a key may send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import ResponseError

from service.state import keys
from service.state.scripts import load_script

if TYPE_CHECKING:
    from redis.asyncio import Redis

_MICROSECONDS = 1_000_000


class RateLimit:
    """So many requests a second on average, and as many at once, of each key at all services together.

    Where Redis takes no writes, as it is full or its disk is, none is counted and all pass: reading goes on,
    metrics too. Raises `redis.RedisError` when Redis is away.
    """

    def __init__(self, redis: Redis, rate: float) -> None:
        self._turn = load_script(redis, "turn", constants={})
        #: Between requests; requests at once; how long one is kept waiting: it is refused instead.
        self._bucket = (round(_MICROSECONDS / rate), max(1, int(rate)), 0)

    async def wait(self, key_id: str) -> float:
        """Count a request; or, if it is one too many, tell in how many seconds it would not be."""
        try:
            return int(await self._turn([keys.requests_of(key_id)], self._bucket)) / _MICROSECONDS
        except ResponseError:
            return 0.0
