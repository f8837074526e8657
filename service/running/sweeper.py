"""The sweeper: removes what retention no longer keeps of sites that have fallen silent.

A site that has new documents expires its old ones, a few with each new one (`EXPIRE_STEP` of
`urltree.store.base`), and the marks of what was published; at other sites nothing else would.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from time import monotonic, time
from typing import TYPE_CHECKING

from service.running.election import lead_when_elected
from service.running.tasks import pause
from service.state import keys

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import TypeAlias

    from redis.asyncio import Redis

    from service.running.election import Term
    from urltree.tree import UrlTree

    #: Drops the old marks of a domain.
    _DropMarks: TypeAlias = Callable[[str], Awaitable[None]]

_logger = logging.getLogger(__name__)

#: Seconds from one sweep to the next.
_INTERVAL = 3_600.0

#: Seconds between two checks of whether the next sweep is due.
_LOOK = 5.0


async def sweep_hourly(redis: Redis, tree: UrlTree, drop_marks: _DropMarks, stopping: asyncio.Event) -> None:
    """Sweep the tree and the marks of its domains every hour while elected, until `stopping` is set."""
    await lead_when_elected(redis, keys.TREE_SWEEPER, partial(_lead, tree, drop_marks), stopping)


async def _lead(tree: UrlTree, drop_marks: _DropMarks, term: Term) -> None:
    due = monotonic()
    while await term.continues():
        if monotonic() >= due:
            await _sweep(tree, drop_marks, term)
            due = monotonic() + _INTERVAL
        await pause(term.stopping, _LOOK)


async def _sweep(tree: UrlTree, drop_marks: _DropMarks, term: Term) -> None:
    gone, domains = 0, tree.domains()
    while await term.continues() and (domain := await asyncio.to_thread(next, domains, None)):
        gone += await asyncio.to_thread(tree.expire, domain, time())
        await drop_marks(domain)
    if gone:
        _logger.info("%d documents that the retention no longer keeps were removed from the tree", gone)
