"""What a process sees is summed here, and taken down in Redis each second by one script.

So a page costs the process some additions, and Redis next to nothing. It is statistics: what a process that
is killed saw in its last second is not counted, and nothing is counted twice.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from redis import RedisError

from service.counting.constants import CONSTANTS
from service.counting.histogram import SUM, Stage, bucket_of
from service.running.seldom import Seldom
from service.running.tasks import pause, running
from service.state import keys
from service.state.scripts import load_script
from service.statistics.counts import Counted, document_count, push_count
from service.statistics.site import CHANGES, DAYS, LENGTHS
from urltree.models import Status

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from contextlib import AbstractAsyncContextManager

    from redis.asyncio import Redis

    from service.pool.work import Facts
    from service.statistics.counts import Pushed

_logger = logging.getLogger(__name__)

#: Seconds between two takings-down.
_PAUSE = 1.0

#: Sites remembered at most, those that were silent for longest go first.
SITES = 20_000

#: Sites that one taking-down forgets at most because nothing came of them for too long.
_STEP = 64

#: Seconds after which a process that says no more is gone.
_GONE = 10


@dataclass
class _News:
    """What is new of a site."""

    warm: int = 0
    changed: bool = False
    read: int = 0
    kept: int = 0
    #: Characters of content of each document.
    lengths: list[int] = field(default_factory=list)

    def add(self, facts: Facts) -> None:
        self.warm = int(facts.warm)
        self.changed |= facts.template_changed
        self.read += facts.read
        self.kept += facts.kept
        self.lengths.append(facts.kept)


class Recorder:
    """Sums up what one process sees; `readers` says how many read the stream there now."""

    def __init__(self, redis: Redis, readers: Callable[[], int] = lambda: 0) -> None:
        bounds = {
            "DAYS": DAYS, "LENGTHS": LENGTHS, "CHANGES": CHANGES,
            "MAX_SITES": SITES, "STEP": _STEP, "GONE": _GONE,
        }  # fmt: skip
        parts = ("statistics", "statistics/site", "statistics/record")
        self._record = load_script(redis, *parts, constants=CONSTANTS | bounds)
        self._redis = redis
        self._process = secrets.token_hex(6)
        self._number = 0
        self._readers = readers
        self._counts = Counter[str]()
        self._sites = defaultdict[str, _News](_News)

    def timed(self, stage: Stage, seconds: float) -> None:
        """Take down how long something took."""
        self._counts[f"{stage}:{bucket_of(seconds)}"] += 1
        self._counts[f"{stage}:{SUM}"] += round(seconds * 1_000_000)

    def failed(self) -> None:
        """Take down a page that the service failed at."""
        self._counts[Counted.ERROR] += 1

    def unrecorded(self) -> None:
        """Take down a page that was to be recorded and could not be."""
        self._counts[Counted.UNRECORDED] += 1

    def pushed(self, outcome: Pushed) -> None:
        """Take down what became of what a hub has pushed."""
        self._counts[push_count(outcome)] += 1

    def learnt(self, facts: Facts) -> None:
        """Take down what the tree was told of a page."""
        self._counts[document_count(facts.status, warm=facts.warm)] += 1
        if facts.status is Status.NEW:
            self._counts[Counted.READ] += facts.read
            self._counts[Counted.KEPT] += facts.kept
            self._counts[Counted.TEMPLATE_CHANGED] += facts.template_changed
            self._sites[facts.domain].add(facts)

    async def flush(self) -> None:
        """Take down in Redis what was summed. Raises `redis.RedisError`; then that is lost."""
        told = json.dumps({"counts": +self._counts, "sites": self._sites}, default=vars)
        self._counts.clear()
        self._sites.clear()
        self._number += 1
        await self._record([keys.STATISTICS], [self._process, self._number, self._readers(), told])

    def running(self) -> AbstractAsyncContextManager[None]:
        """Flush each second for as long as the context lasts, once more at its end, and be gone then."""
        return running(self._run)

    async def _run(self, stopping: asyncio.Event) -> None:
        seldom, is_over = Seldom(_logger), False
        while not is_over:
            await pause(stopping, _PAUSE)
            is_over = stopping.is_set()
            try:
                await self.flush()
            except RedisError as error:
                seldom.warning("a second of statistics is lost: %s", error)
        with suppress(RedisError):  # then it passes for gone a little later
            await self._redis.hdel(keys.ALIVE, self._process)
