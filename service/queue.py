"""The work queue: pages to fetch, each claimed by one worker at a time, over a Redis Stream.

    put ──► work ── claim ──► a worker ── acknowledge, refuse ──► done
             ▲                    │
             │ tick               ├─ fail, give_back, spread ──► later  (tick brings it back when it is due)
             └────────────────────┤
                                  └─ the 5th failure ──► parked  (retry, drop)

A claim lasts for a lease, which `tick` renews. When the lease runs out, the worker is presumed dead, and the
`tick` of another puts the item back to work. Every arrow is atomic: no item is ever lost or in two places.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from redis.exceptions import ResponseError

from service.counting import CONSTANTS
from service.state import keys
from service.state.scripts import load_script

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from redis.asyncio import Redis

_logger = logging.getLogger(__name__)

#: Deaths of its workers after which an item is parked. More than `TRIES`: pages are read in other processes,
#: so a worker's death is seldom the item's fault.
DEATHS = 30

#: Parked items that are kept at most; the oldest are dropped first.
PARKED = 10_000

#: Seconds to wait after each failure, seven hours in all: most outages of sites are shorter. Longer if the
#: site asks for it, but a day at most.
DELAYS = (10.0, 300.0, 3_600.0, 21_600.0)
_DAY = 86_400.0

#: Failures after which an item is parked.
TRIES = len(DELAYS) + 1

#: Kept pages that one tick puts to work at most, and only while no other work waits.
_KEPT_STEP = 8

#: Items that one tick brings back at most, so that it blocks nobody for long.
_TICK_STEP = 256

# Claims are identified by their entries, so all workers share one consumer, and no unused one is left behind.
_CONSUMER = "worker"

_CONSTANTS = CONSTANTS | {
    "FEED": keys.FEED,
    "MAX_DEATHS": DEATHS,
    "MAX_PARKED": PARKED,
    "TICK_STEP": _TICK_STEP,
}
_VERBS = ("put", "adopt", "acknowledge", "postpone", "spread", "park", "tick", "retry", "drop")


class KeptPage(BaseModel):
    """A page that was fetched before and kept, to be judged again."""

    model_config = ConfigDict(frozen=True)

    domain: Annotated[str, Field(description="Registered domain.", examples=["example.com"])]
    key: Annotated[str, Field(description="Hash of the URL key, in hexadecimal.")]
    charset: Annotated[str | None, Field(description="As declared by Content-Type.")] = None
    received: Annotated[float, Field(description="When it was received, in seconds since the epoch.")]


class Item(BaseModel):
    """A page to fetch, as its feed describes it."""

    # A new field needs a default: items that wait already do not have it, and would be dropped as damaged.

    model_config = ConfigDict(frozen=True)

    id: Annotated[str, Field(examples=["example.com:b752a43553f819137f71b7b050d84f6f"])]
    url: Annotated[str, Field(examples=["https://example.com/news/bridge"])]
    feed: Annotated[str | None, Field(description="Id of its feed, if it has one.")] = None
    site: Annotated[str | None, Field(description="Site whose history the feed shares.")] = None
    title: Annotated[str | None, Field(description="From the feed's entry.")] = None
    author: Annotated[str | None, Field(description="From the feed's entry.")] = None
    published: Annotated[datetime | None, Field(description="In UTC.")] = None
    language: Annotated[str | None, Field(description="Language of the feed, BCP 47.")] = None
    feed_author: Annotated[
        str | None, Field(description="Author that the feed names for entries that name none.")
    ] = None
    labels: Annotated[tuple[str, ...], Field(description="The labels of the feed.")] = ()
    kept: Annotated[
        KeptPage | None, Field(description="The page, if it was fetched before and is judged again.")
    ] = None


class Claim(NamedTuple):
    """An item in the hands of a worker."""

    entry: str
    item: Item
    #: Failures so far.
    tries: int

    @property
    def is_last_try(self) -> bool:
        """Whether the item is given up if it fails once more."""
        return self.tries + 1 >= TRIES


class Failure(BaseModel):
    """An item that failed."""

    item: Item
    reason: Annotated[str, Field(description="Why its last try failed.")]
    tries: Annotated[int, Field(description="Failures so far.")]
    failed: Annotated[datetime, Field(description="When its last try failed, in UTC.")]
    due: Annotated[
        datetime | None, Field(description="When it is tried again, in UTC; null if that is now, or never.")
    ] = None


class WorkQueue:
    """The queue in one Redis; raises `redis.RedisError` when Redis is unavailable.

    `size` bounds the items that wait, `lease` is in seconds.
    """

    def __init__(self, redis: Redis, *, size: int = 10_000, lease: float = 60.0) -> None:
        self._redis = redis
        self._size = size
        self.lease = lease
        self._scripts = {
            verb: load_script(redis, "statistics", "queue/work", f"queue/{verb}", **_CONSTANTS)
            for verb in _VERBS
        }
        self._admit = load_script(redis, "queue/work", "stream/kept", "queue/admit")

    async def put(self, items: Sequence[Item]) -> int:
        """Take items in order while there is room; return how many were taken.

        A site may have half of what the others leave, so that a few slow ones do not fill the queue.
        An item whose id is already in work, or parked, counts as taken, but changes nothing, unless the feed
        that it is from has been removed.
        """
        taken: int = await self._run("put", self._size, *_pairs(items))
        return taken

    async def adopt(self, items: Sequence[Item]) -> None:
        """Replace items of the same ids that are in work, or parked, and whose feeds have been removed."""
        await self._run("adopt", *_pairs(items))

    async def room(self) -> float:
        """Return the share of the queue that is free."""
        return max(0.0, 1 - await self.waiting() / self._size)

    async def is_crowded(self, site: str) -> bool:
        """Say whether a site has half of the items that it may have, so that its feeds need not be polled."""
        items: int = await self._redis.zlexcount(keys.WORK_IDS, f"[{site}:", f"({site};")
        left_by_others = self._size - await self.waiting() + items
        return items > left_by_others / 4

    async def waiting(self) -> int:
        """Count the items that are neither done nor parked."""
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.xlen(keys.WORK)
            pipe.zcard(keys.WORK_LATER)
            waiting: list[int] = await pipe.execute()
        return sum(waiting)

    async def claim(self, count: int, wait: float) -> list[Claim]:
        """Take at most `count` items, oldest first; wait up to `wait` seconds for the first."""
        try:
            read: Any = await self._redis.xreadgroup(
                keys.WORK_GROUP, _CONSUMER, {keys.WORK: ">"}, count, block=max(1, round(wait * 1000))
            )
        except ResponseError as error:
            await self._make_group(error)
            return await self.claim(count, wait)
        return await self._claims(read[0][1]) if read else []

    async def tick(self, held: Sequence[Claim] = ()) -> None:
        """Renew the lease of claims; bring back what is due and what dead workers had claimed.

        Call it every second or so, with all claims that the worker holds. They are renewed first, in the same
        script: this process, or the store, may have stood still for longer than a lease.
        Kept pages of domains that are warm by now are put to work, a few at a time, once no other work waits.
        """
        try:
            await self._run("tick", round(self.lease * 1000), *(claim.entry for claim in held))
        except ResponseError as error:
            await self._make_group(error)
        await self._admit([keys.WORK, keys.KEPT], [_KEPT_STEP])

    async def acknowledge(self, claim: Claim, outcome: str) -> None:
        """Finish an item, and count its outcome."""
        await self._run("acknowledge", claim.entry, claim.item.id, outcome)

    async def refuse(self, claim: Claim, name: str, reason: str) -> None:
        """Finish an item that would fail on every try; count it by the reason's name."""
        await self._run("acknowledge", claim.entry, claim.item.id, f"refused:{name}", reason)

    async def fail(self, claim: Claim, reason: str, retry_after: float = 0.0) -> None:
        """Try an item again later, in `retry_after` seconds or more; park it after `TRIES` failures."""
        if claim.is_last_try:
            await self._run("park", claim.entry, claim.item.id, reason)
        else:
            delay = min(max(DELAYS[claim.tries], retry_after), _DAY)
            await self._run("postpone", claim.entry, claim.item.id, round(delay * 1000), reason)

    async def give_back(self, claim: Claim) -> None:
        """Return an item to the queue, for other workers; this does not count as a failure."""
        await self._run("postpone", claim.entry, claim.item.id, 0)

    async def spread(self, claim: Claim, host: str, interval: float, wait: float) -> None:
        """Put an item behind all others that wait for their turn at a host, `interval` seconds apart.

        The host has no free turn for the next `wait` seconds.
        """
        times = (ceil(interval * 1000), ceil(wait * 1000))
        await self._run("spread", claim.entry, claim.item.id, host, *times)

    async def failing(self, limit: int = 100) -> list[Failure]:
        """List the items that failed and are to be tried again, latest failure first."""
        return await self._failures(keys.WORK_FAILED, limit)

    async def parked(self, limit: int = 100) -> list[Failure]:
        """List the items that were given up, latest first."""
        return await self._failures(keys.WORK_PARKED, limit)

    async def parked_ids(self) -> list[str]:
        """List the ids of all items that were given up."""
        ids: Any = await self._redis.zrange(keys.WORK_PARKED, 0, -1)
        return [each.decode() for each in ids]

    async def retry(self, ids: Sequence[str]) -> int:
        """Put parked items to work, as if they had never failed; return how many of `ids` were parked."""
        found: int = await self._run("retry", *ids)
        return found

    async def drop(self, ids: Sequence[str]) -> int:
        """Forget parked items; return how many of `ids` were parked."""
        found: int = await self._run("drop", *ids)
        return found

    async def _failures(self, key: str, limit: int) -> list[Failure]:
        """Read the latest items of a set; of one that is damaged only the id is known."""
        times: Any = await self._redis.zrange(key, 0, limit - 1, desc=True, withscores=True)
        ids = [each for each, _ in times]
        if not ids:
            return []
        async with self._redis.pipeline() as pipe:
            for values in (keys.WORK_ITEMS, keys.WORK_REASONS, keys.WORK_TRIES):
                pipe.hmget(values, ids)
            pipe.zmscore(keys.WORK_LATER, ids)
            rows = zip(times, *await pipe.execute(), strict=True)
        return [
            Failure(
                item=_item(item) or Item(id=id_.decode(), url="", title="damaged in the queue"),
                reason=reason.decode(),
                tries=int(tries or 0),
                failed=_time(failed),
                due=None if due is None else _time(due),
            )
            for (id_, failed), item, reason, tries, due in rows
            if reason
        ]

    async def _run(self, verb: str, *args: str | bytes | int) -> Any:
        return await self._scripts[verb]([keys.WORK, keys.STATISTICS], args)

    async def _claims(self, entries: Sequence[tuple[bytes, dict[bytes, bytes]]]) -> list[Claim]:
        ids = [fields[b"id"] for _, fields in entries]
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.hmget(keys.WORK_ITEMS, ids)
            pipe.hmget(keys.WORK_TRIES, ids)
            items, tries = await pipe.execute()
        claims = []
        for (entry, _), id_, stored, failed in zip(entries, ids, items, tries, strict=True):
            if stored is None:
                continue  # another worker, which took us for dead, has finished it
            if item := _item(stored):
                claims.append(Claim(entry.decode(), item, int(failed or 0)))
            else:
                _logger.warning("an item in the work queue is dropped, as it cannot be read: %r", stored)
                await self._run("acknowledge", entry, id_, "refused:damaged", "it was damaged in the queue")
        return claims

    async def _make_group(self, error: ResponseError) -> None:
        """Create the group if an error says that it is missing; else raise the error."""
        if "NOGROUP" not in str(error):
            raise error
        try:
            await self._redis.xgroup_create(keys.WORK, keys.WORK_GROUP, "0", mkstream=True)
        except ResponseError as other:  # another worker was quicker
            if not str(other).startswith("BUSYGROUP"):
                raise


def _pairs(items: Iterable[Item]) -> Iterator[str]:
    """Yield the id and the JSON of each item."""
    for item in items:
        yield item.id
        yield item.model_dump_json(exclude_defaults=True)


def _item(stored: bytes) -> Item | None:
    """Read an item; None if it is damaged."""
    try:
        return Item.model_validate_json(stored)
    except ValidationError:
        return None


def _time(milliseconds: float) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
