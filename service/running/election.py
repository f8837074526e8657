"""Elections: what only one of many services may do is done by the elected one, for as long as it lives."""

from __future__ import annotations

import logging
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from redis import RedisError
from redis.exceptions import LockNotOwnedError

from service.running.tasks import pause
from service.running.throttledlog import ThrottledLog
from service.state.connection import AWAY

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable

    from redis.asyncio import Redis
    from redis.asyncio.lock import Lock

_logger = logging.getLogger(__name__)

#: Seconds for which a service is elected, and after which it renews that: seldom, for it is a write to disk.
_LEASE = 15.0
_RENEWAL = 5.0

#: Seconds between two tries to be elected.
_PAUSE = 0.5


class Term:
    """The time for which a service is elected."""

    def __init__(self, lease: Lock, stopping: asyncio.Event) -> None:
        self.stopping = stopping
        self._lease = lease
        self._renewal = monotonic() + _RENEWAL

    async def continues(self) -> bool:
        """Renew the lease when it is time; return false if we are to stop. Call it every few seconds.

        Raises `RedisError` if it cannot be renewed: the store is unavailable, or the lease was lost.
        """
        if self.stopping.is_set():
            return False
        if monotonic() >= self._renewal:
            await self._lease.reacquire()
            self._renewal = monotonic() + _RENEWAL
        return True


async def lead_when_elected(
    redis: Redis, office: str, lead: Callable[[Term], Awaitable[None]], stopping: asyncio.Event
) -> None:
    """Call `lead` whenever elected, until `stopping` is set; `office` is the key of the lock.

    An error that `lead` raises because the store is unavailable ends only its term.
    """
    log, role, is_paused = ThrottledLog(_logger), office.rpartition(":")[2], False
    while not stopping.is_set():
        lease = redis.lock(office, timeout=_LEASE, thread_local=False)
        try:
            if await lease.acquire(blocking=False):
                if is_paused:
                    _logger.info("the %s goes on", role)
                    is_paused = False
                await _serve(lead, lease, stopping)
            elif await redis.pttl(office) > 1000 * _LEASE:  # the store's clock was ahead
                await redis.pexpire(office, round(1000 * _LEASE))
        except LockNotOwnedError:
            log.warning("the %s is paused: this process stood still, and another may have taken over", role)
            is_paused = True
        except AWAY as error:
            log.warning("the %s is paused: %s", role, error)
            is_paused = True
        await pause(stopping, _PAUSE)


async def _serve(lead: Callable[[Term], Awaitable[None]], lease: Lock, stopping: asyncio.Event) -> None:
    try:
        await lead(Term(lease, stopping))
    finally:
        with suppress(RedisError):
            await lease.release()
