"""The sweeper: removes what retention no longer keeps of sites that have fallen silent.

A site that has new documents expires its old ones, a few with each new one (`EXPIRE_STEP` of
`urltree.store.base`); at other sites nothing else would.
"""

from __future__ import annotations

import asyncio
import logging
from time import monotonic, time
from typing import TYPE_CHECKING

from service.running.election import lead_when_elected
from service.running.tasks import pause
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.running.election import Term
    from urltree.tree import UrlTree

_logger = logging.getLogger(__name__)

#: Seconds from one sweep to the next.
_INTERVAL = 3_600.0

#: Seconds between two checks of whether the next sweep is due.
_LOOK = 5.0


class Sweeper:
    """Sweeps the tree while elected; otherwise waits to be."""

    def __init__(self, redis: Redis, tree: UrlTree) -> None:
        self._redis = redis
        self._tree = tree

    async def run(self, stopping: asyncio.Event) -> None:
        """Sweep every hour until `stopping` is set."""
        await lead_when_elected(self._redis, keys.TREE_SWEEPER, self._lead, stopping)

    async def _lead(self, term: Term) -> None:
        due = monotonic()
        while await term.continues():
            if monotonic() >= due:
                await self._sweep(term)
                due = monotonic() + _INTERVAL
            await pause(term.stopping, _LOOK)

    async def _sweep(self, term: Term) -> None:
        gone, domains = 0, self._tree.domains()
        while await term.continues() and (domain := await asyncio.to_thread(next, domains, None)):
            gone += await asyncio.to_thread(self._tree.expire, domain, time())
        if gone:
            _logger.info("%d documents were too old and were removed", gone)
