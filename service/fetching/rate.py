"""How often a host is asked: one token bucket for each, shared by all workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import RedisError, ResponseError

from service.fetching.errors import BusyError
from service.state import keys
from service.state.scripts import load_script
from urltree.errors import StoreError, StoreRefusedError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.fetching.values import FetchSettings

_MICROSECONDS = 1_000_000

#: Seconds that a fetch in progress waits for its next turn, or longer if the host wants more between two
#: turns: if it gave up, its requests so far would have been in vain.
_PATIENCE = 10.0


class HostRate:
    """Gives out turns at hosts."""

    def __init__(self, settings: FetchSettings, redis: Redis) -> None:
        self._interval = 1 / settings.rate
        self._burst = settings.burst
        self._max_wait = settings.max_wait
        self._turn = load_script(redis, "turn", constants={})

    async def turn(self, host: str, delay: float = 0.0, *, begun: bool = False) -> float:
        """Take the next turn at a host and return the seconds until it.

        `delay` is what the host itself wants between two turns, in seconds; if it is more than our own, turns
        come one by one. Raises `BusyError`, and takes no turn, if the next is too far off; a fetch that has
        `begun` waits longer.
        """
        interval, burst = (delay, 1) if delay > self._interval else (self._interval, self._burst)
        longest = max(self._max_wait, _PATIENCE, interval) if begun else self._max_wait
        wait = await self._take(host, interval, burst, longest)
        if wait > longest:
            raise BusyError(host, interval, wait)
        return wait

    async def _take(self, host: str, interval: float, burst: int, longest: float) -> float:
        times = (round(interval * _MICROSECONDS), burst, round(longest * _MICROSECONDS))
        try:
            return int(await self._turn(keys=[keys.turns(host)], args=times)) / _MICROSECONDS
        except RedisError as error:
            kind = StoreRefusedError if isinstance(error, ResponseError) else StoreError
            raise kind(f"the store cannot grant a turn at {host}: {error}") from error
