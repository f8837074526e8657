"""What the service knows about itself, over all its processes."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from redis import ResponseError

from service.counting import Span
from service.running.fresh import Fresh
from service.state import keys
from service.state.scripts import load_script
from service.statistics.counts import Counts
from service.statistics.feeds import Feeds, read_feeds
from service.statistics.queue import QueueFigures, read_queue
from service.statistics.sitetable import SiteTable
from service.statistics.webhooks import WebhookFigures, read_webhooks
from urltree.store.client import explained

if TYPE_CHECKING:
    from collections.abc import Mapping

    from redis.asyncio import Redis

    from service.statistics.site import Alarm

#: Seconds for which figures, sites, webhooks and feeds count as fresh.
_FIGURES, _SITES, _WEBHOOKS, _FEEDS = 1.0, 2.0, 5.0, 15.0


@dataclass(frozen=True, slots=True)
class Period:
    """What was counted in a period."""

    #: When it began, in seconds since the epoch.
    start: int
    counts: Counts
    #: For how long it has lasted.
    minutes: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What the store holds."""

    #: Bytes, of everything.
    used: int
    #: Bytes it may use; 0: all there are.
    limit: int


@dataclass(frozen=True, slots=True)
class Present:
    """How things stand."""

    queue: QueueFigures
    feeds: Feeds
    webhooks: WebhookFigures
    memory: Memory
    #: Why the store refuses writes; empty if it takes them.
    refusal: str
    #: How many read the stream as server-sent events, at all services.
    readers: int
    #: Sites that brought something in the last days, ...
    sites: int
    #: ... those of them that are warm, and the documents of all of them,
    warm: int
    documents: int
    #: ... and how many of them have each alarm.
    alarms: Mapping[Alarm, int]


@dataclass(frozen=True, slots=True)
class Overview:
    """Some span of the past."""

    span: Span
    #: The periods of the span, the oldest first; the last is still going on.
    periods: tuple[Period, ...]
    #: The counts of the whole span.
    total: Counts

    @property
    def paced(self) -> tuple[Period, ...]:
        """The periods that are long enough to show a pace: a minute or more."""
        return tuple(period for period in self.periods if period.minutes >= 1)


class Statistics:
    """Reads what all processes recorded; raises `redis.RedisError` when Redis is unavailable.

    However often it is asked for an overview, sites or feeds, it reads them once a second or less; so a
    single instance should serve all who ask.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._periods = load_script(redis, "statistics/periods")
        self._records = load_script(redis, "statistics/sites")
        #: The counts of each span.
        self.overviews = {span: Fresh(partial(self._read_overview, span), _FIGURES) for span in Span}
        #: How things stand.
        self.present = Fresh(self._read_present, _FIGURES)
        #: All sites.
        self.sites = Fresh(self._read_sites, _SITES)
        self._feeds = Fresh(lambda: read_feeds(redis, time.time()), _FEEDS)
        self._webhooks = Fresh(partial(read_webhooks, redis), _WEBHOOKS)

    async def refusal(self) -> str:
        """Return why the store refuses writes; empty if it takes them."""
        try:
            await self._redis.set(keys.ABSENT, "", xx=True)
        except ResponseError as error:
            return explained(str(error))
        return ""

    async def totals(self) -> Counts:
        """Return all that was ever counted."""
        stored: Any = await self._redis.hgetall(keys.STATISTICS)
        return Counts({name.decode(): int(number) for name, number in stored.items()})

    async def _read_overview(self, span: Span) -> Overview:
        now = time.time()
        starts = span.starts(now)
        names = [keys.statistics(span.seconds, start) for start in starts]
        found = map(_pairs, json.loads(await self._periods(names)))
        periods = tuple(
            Period(start, counts, min(span.seconds, now - start) / 60)
            for start, counts in zip(starts, found, strict=True)
        )
        return Overview(span, periods, Counts.sum(period.counts for period in periods))

    async def _read_present(self) -> Present:
        sites, feeds = await self.sites.get(), await self._feeds.get()
        info = await self._redis.info("memory")
        signs: Any = await self._redis.hvals(keys.ALIVE)
        return Present(
            queue=await read_queue(self._redis),
            feeds=feeds,
            webhooks=await self._webhooks.get(),
            memory=Memory(info["used_memory"], info.get("maxmemory", 0)),
            refusal=await self.refusal(),
            readers=sum(int(sign.split()[1]) for sign in signs),
            sites=len(sites),
            warm=sites.warm,
            documents=sites.documents,
            alarms=sites.alarms,
        )

    async def _read_sites(self) -> SiteTable:
        names, records = await self._records([keys.SITES])
        silent = (await self._feeds.get()).silent
        # For thousands of sites this takes a third of a second.
        return await asyncio.to_thread(SiteTable, list(json.loads(names)), records, time.time(), silent)


def _pairs(entries: list[str]) -> Counts:
    parts = iter(entries)
    return Counts({name: int(number) for name, number in zip(parts, parts, strict=True)})
