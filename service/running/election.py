"""What must be done once is done by one service of many: the one that is elected, for as long as it lives."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from redis import RedisError

from service.running.seldom import Seldom
from service.running.tasks import pause
from urltree.errors import StoreError

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable

    from redis.asyncio import Redis
    from redis.asyncio.lock import Lock

#: What is raised when the store is away.
AWAY = (RedisError, StoreError)

_logger = logging.getLogger(__name__)

#: Seconds for which one is elected, unless it says before that it lives.
_LEASE = 15.0

#: Seconds between two tries to be elected.
_PAUSE = 0.5


class Term(NamedTuple):
    """The time for which one is elected."""

    lease: Lock
    stopping: asyncio.Event

    async def goes_on(self) -> bool:
        """Say that we live, more often than each `_LEASE`; false if we are to stop.

        Raises `RedisError` if the store is away or another is elected by now.
        """
        if self.stopping.is_set():
            return False
        await self.lease.reacquire()
        return True


async def stand(
    redis: Redis, office: str, lead: Callable[[Term], Awaitable[None]], stopping: asyncio.Event
) -> None:
    """Lead whenever elected, until `stopping` is set; `office` is the key of who is.

    What `lead` raises because the store is away ends its term and no more.
    """
    seldom = Seldom(_logger)
    while not stopping.is_set():
        lease = redis.lock(office, timeout=_LEASE, thread_local=False)
        try:
            if await lease.acquire(blocking=False):
                await _serve(lead, Term(lease, stopping))
        except AWAY as error:
            seldom.warning("%s pauses: %s", office, error)
        await pause(stopping, _PAUSE)


async def _serve(lead: Callable[[Term], Awaitable[None]], term: Term) -> None:
    try:
        await lead(term)
    finally:
        with suppress(RedisError):
            await term.lease.release()
