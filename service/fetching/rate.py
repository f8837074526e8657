"""How often a host is asked: one token bucket for each, shared by all workers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from redis import RedisError, ResponseError

from service.fetching.errors import BusyError
from service.state import keys
from service.state.scripts import load_script
from urltree.errors import StoreError, StoreRefusedError

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from redis.commands.core import AsyncScript

    from service.fetching.values import FetchSettings

#: Seconds that a fetch in progress waits for its next turn, or longer if the host wants more between two
#: turns: if it gave up, its requests so far would have been in vain.
_PATIENCE = 10.0

#: The most seconds for which a host that asks for it is left alone; then it is asked once more.
_LONGEST_HOLD = 3_600.0


class HostRate:
    """Gives out turns at hosts."""

    def __init__(self, settings: FetchSettings, redis: Redis) -> None:
        self._interval = 1 / settings.rate
        self._burst = settings.burst
        self._max_wait = settings.max_wait
        self._turn = load_script(redis, "turn")
        self._hold = load_script(redis, "hold")

    async def turn(self, host: str, delay: float = 0.0, line: str = "", *, begun: bool = False) -> float:
        """Take the next turn at a host and return the seconds until it. Each `line` there has its own turns.

        `delay` is what the host itself wants between two turns, in seconds; if it is more than our own, turns
        come one by one. Raises `BusyError`, and takes no turn, if the next is too far off; a fetch that has
        `begun` waits longer.
        """
        interval, burst = (delay, 1) if delay > self._interval else (self._interval, self._burst)
        patience = max(self._max_wait, _PATIENCE, interval)
        longest = patience if begun else self._max_wait
        wait = float(await self._run(self._turn, host + line, interval, burst, longest, _LONGEST_HOLD))
        if wait > longest:
            # Turns that are taken reach no further than the longest wait for one, and one interval more.
            raise BusyError(host, interval, wait, is_held=wait > patience + interval)
        return wait

    async def hold(self, host: str, seconds: float) -> None:
        """Give out no turn at a host for so many seconds, or an hour if that is less."""
        until_full = min(seconds, _LONGEST_HOLD) + (self._burst - 1) * self._interval
        await self._run(self._hold, host, until_full)

    async def _run(self, script: AsyncScript, host: str, *args: float) -> Any:
        try:
            return await script(keys=[keys.TURNS + host], args=args)
        except RedisError as error:
            kind = StoreRefusedError if isinstance(error, ResponseError) else StoreError
            raise kind(f"the store cannot grant a turn at {host}: {error}") from error
