"""What a process sees is summed here, and reported to Redis by one script, every second if there is any.

So a page costs the process some additions, and Redis next to nothing. For statistics this is exact enough:
what a process saw in the last second before it was killed is not counted, and nothing is counted twice.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from time import monotonic
from typing import TYPE_CHECKING

from redis import RedisError

from service.counting import CONSTANTS, SUM, Stage, bucket_of
from service.running.tasks import pause
from service.running.throttledlog import ThrottledLog
from service.state import keys
from service.state.scripts import load_script
from service.statistics.counts import Counted, document_count, push_count
from service.statistics.site import DAYS, RECORD
from urltree.models import Status

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Mapping

    from redis.asyncio import Redis

    from service.pool.work import Facts
    from service.statistics.counts import Pushed

_logger = logging.getLogger(__name__)

#: Seconds between two reports while there is something to report.
_PAUSE = 1.0

#: Sites remembered at most; those that were silent for longest are forgotten first.
SITES = 20_000

#: Sites that one report forgets at most because nothing came from them for too long.
_STEP = 64

#: Seconds without a report after which a process is taken for gone, and between two if there is nothing
#: to report: each is a write to disk.
_GONE, _BEAT = 10, 4.0

#: Seconds for which Redis remembers the last report of a process: longer than it is ever away, while the
#: process sends that report again.
_REMEMBERED = 86_400


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


class Reporter:
    """Sums up what one process sees.

    `readers` returns how many read the stream there now, and `shared` with what settings it works
    (`service.settings.common`).
    """

    def __init__(
        self,
        redis: Redis,
        readers: Callable[[], int] = lambda: 0,
        shared: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._report = load_script(
            redis, "statistics", "statistics/site", "statistics/report", **CONSTANTS,
            FIELDS=tuple(RECORD), SIZES=tuple(RECORD.values()), DAYS=DAYS, MAX_SITES=SITES, STEP=_STEP,
            GONE=_GONE, REMEMBERED=_REMEMBERED,
        )  # fmt: skip
        self._redis = redis
        self._process = secrets.token_hex(6)
        self._number = 0
        #: The report that Redis has not confirmed, with its number.
        self._unsent: tuple[int, str] | None = None
        self._readers = readers
        self._shared = shared
        #: What the last report said of readers and settings, and when the next is due.
        self._said: tuple[int, str] | None = None
        self._due = 0.0
        self._counts = Counter[str]()
        self._sites = defaultdict[str, _News](_News)

    def timed(self, stage: Stage, seconds: float) -> None:
        """Count how long something took."""
        self._counts[f"{stage}:{bucket_of(seconds)}"] += 1
        self._counts[f"{stage}:{SUM}"] += round(seconds * 1_000_000)

    def failed(self) -> None:
        """Count a page that failed through a fault of the service."""
        self._counts[Counted.ERROR] += 1

    def unrecorded(self) -> None:
        """Count a page that was to be archived and could not be."""
        self._counts[Counted.UNRECORDED] += 1

    def pushed(self, outcome: Pushed) -> None:
        """Count what became of what a hub has pushed."""
        self._counts[push_count(outcome)] += 1

    def learnt(self, facts: Facts) -> None:
        """Count what the tree learnt of a page."""
        self._counts[document_count(facts.status, warm=facts.warm)] += 1
        if facts.status is Status.NEW:
            self._counts[Counted.READ] += facts.read
            self._counts[Counted.KEPT] += facts.kept
            self._counts[Counted.TEMPLATE_CHANGED] += facts.template_changed
            self._sites[facts.domain].add(facts)

    async def flush(self) -> None:
        """Report the sums to Redis. Raises `redis.RedisError`; they are then reported at the next flush.

        The script knows a report that it has seen before by its number.
        """
        if self._unsent:
            await self._send(*self._unsent)
        self._number += 1
        self._unsent = self._number, json.dumps({"counts": +self._counts, "sites": self._sites}, default=vars)
        self._counts.clear()
        self._sites.clear()
        await self._send(*self._unsent)

    async def _send(self, number: int, sums: str) -> None:
        present = self._present()
        await self._report([keys.STATISTICS], [self._process, number, *present, sums])
        self._unsent, self._said, self._due = None, present, monotonic() + _BEAT

    def _present(self) -> tuple[int, str]:
        return self._readers(), json.dumps(self._shared())

    def _is_due(self) -> bool:
        has_news = self._counts or self._unsent or self._present() != self._said
        return bool(has_news) or monotonic() >= self._due

    async def run(self, stopping: asyncio.Event) -> None:
        """Flush what there is every second until `stopping` is set, and once more then; then sign off."""
        log, is_over = ThrottledLog(_logger), False
        while not is_over:
            await pause(stopping, _PAUSE)
            is_over = stopping.is_set()
            try:
                if is_over or self._is_due():
                    await self.flush()
                if is_over:
                    await self._redis.hdel(keys.ALIVE, self._process)
            except RedisError as error:  # a process that could not sign off is taken for gone later
                log.warning("statistics will be reported later: %s", error)
