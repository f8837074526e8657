"""The worker: items off the queue, documents onto the stream.

    claim ─► fetch ─► read ─► publish ─► acknowledge
    claim ─► kept page ─► read ─► publish ─► acknowledge

Each step may be repeated, so if a worker dies anywhere, another starts its items over. Items are worked at
side by side: while one host is slow or makes us wait for a turn, others go on.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from redis import RedisError, ResponseError
from structlog.contextvars import bound_contextvars

from service.fetching.errors import BusyError, FetchError
from service.pool.reading import UnreadableError
from service.running.tasks import cancel, restarting
from service.running.throttledlog import ThrottledLog
from service.state.connection import AWAY
from service.worker.secondlook import SecondLook
from service.worker.sightings import Sightings
from urltree.errors import StoreRefusedError
from urltree.store.client import explained, takes_no_writes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis.asyncio import Redis

    from service.fetching.values import Fetch, Fetched
    from service.pool.reading import Reader
    from service.pool.rulefolder import RuleFolder
    from service.queue import Claim, Item, WorkQueue
    from service.stream.publish import Publisher

_logger = logging.getLogger(__name__)

#: Items that a worker has under way at most, so it never holds more pages. Items that would wait for their
#: host for long wait in the queue instead.
IN_FLIGHT = 128

#: Pages fetched but not yet published, and their bytes, from which on a worker claims no more.
_PAGES, _BYTES = 32, 64 * 2**20

#: Items claimed at once at most, so that other workers get their share, and a host with many items is not
#: asked over many connections at once, few of which would be kept.
_CLAIM = 8

#: Seconds between two looks at the queue, at what is due, and at whether we are to stop.
_TICK = 1.0

#: Seconds to wait before trying again what the store refused or did not answer.
_PAUSE = 1.0

#: Seconds in which items under way may still finish when the worker is stopped.
GRACE = 10.0


class Worker:
    """Works until it is stopped, and calls `failed` for each try at an item that a bug has ended."""

    def __init__(
        self,
        redis: Redis,
        *,
        queue: WorkQueue,
        fetch: Fetch,
        reader: Reader,
        rules: RuleFolder,
        publisher: Publisher,
        failed: Callable[[], None],
    ) -> None:
        self._queue = queue
        self._fetch = fetch
        self._reader = reader
        self._rules = rules
        self._publisher = publisher
        self._sightings = Sightings(redis)
        self._second_look = SecondLook(redis, reader, publisher)
        self._failed = failed
        self._warnings = ThrottledLog(_logger)
        self._at_work: dict[asyncio.Task[None], Claim] = {}
        #: Bytes of each page that was fetched and is not yet published.
        self._in_hand: list[int] = []

    async def run(self, stopping: asyncio.Event) -> None:
        """Work until `stopping` is set; then finish what is under way, and give back what takes too long."""
        ticking = asyncio.create_task(restarting(self._tick))
        try:
            while not stopping.is_set():
                for claim in await self._claim():
                    self._start(claim)
            if self._at_work:
                await asyncio.wait(self._at_work, timeout=GRACE)
        finally:
            await cancel(ticking)
            await self._leave()

    async def work(self, claim: Claim) -> None:
        """Work at one item until the store has accepted the result; all of it may be repeated."""
        with bound_contextvars(item=claim.item.id):
            while True:
                try:
                    return await self._try(claim)
                except AWAY as error:
                    self._warnings.warning("%s will be tried again: %s", claim.item.url, error)
                    await asyncio.sleep(_PAUSE)

    async def _claim(self) -> list[Claim]:
        room = IN_FLIGHT - len(self._at_work)
        if not room or len(self._in_hand) >= _PAGES or sum(self._in_hand) >= _BYTES:
            await asyncio.wait(self._at_work, timeout=_TICK, return_when=asyncio.FIRST_COMPLETED)
            return []
        try:
            return await self._queue.claim(min(room, _CLAIM), _TICK)
        except RedisError as error:
            self._warnings.warning("the work queue does not answer: %s", error)
            await asyncio.sleep(_PAUSE)
            return []

    def _start(self, claim: Claim) -> None:
        task = asyncio.create_task(self.work(claim))
        self._at_work[task] = claim
        task.add_done_callback(self._at_work.pop)

    async def _try(self, claim: Claim) -> None:
        try:
            outcome = await self._outcome(claim.item)
        except BusyError as busy:
            await self._queue.spread(claim, busy.host, busy.interval, busy.wait)
        except (FetchError, UnreadableError) as error:
            await self._fail(claim, error)
        except (StoreRefusedError, ResponseError) as error:
            await self._fail_refused(claim, error)
        except AWAY:
            raise
        except Exception:
            await self._queue.fail(claim, "an internal error; the service's log has the cause")
            _logger.exception("%s could not be processed", claim.item.url)
            self._failed()
        else:
            await self._queue.acknowledge(claim, outcome)

    async def _outcome(self, item: Item) -> str:
        if item.kept:
            with self._page_in_hand(0):  # kept pages are small
                return await self._second_look.judge(item, item.kept)
        page = await self._fetch(item.url)
        with self._page_in_hand(len(page.body)):
            return await self._publish(item, page)

    @contextmanager
    def _page_in_hand(self, size: int) -> Iterator[None]:
        self._in_hand.append(size)
        try:
            yield
        finally:
            self._in_hand.remove(size)

    async def _publish(self, item: Item, page: Fetched) -> str:
        reading = await self._reader.read(item, page)
        await self._sightings.note(reading, self._rules.current)
        packed = await self._second_look.pack(item, page, reading)
        outcome, document = await self._publisher.publish(reading, packed)
        _logger.info("%s is done: %s", item.url, outcome, extra={"document": document})
        return outcome

    async def _fail(self, claim: Claim, error: FetchError | UnreadableError) -> None:
        # Told afterwards: while the store refuses that, the item is tried again every second.
        if error.is_final:
            await self._queue.refuse(claim, error.reason, str(error))
            _logger.info("%s is refused: %s", claim.item.url, error)
        else:
            await self._queue.fail(claim, str(error), error.retry_after or 0.0)
            if claim.is_last_try:
                _logger.warning("%s is given up: %s", claim.item.url, error)
            else:
                _logger.info("%s will be tried again later: %s", claim.item.url, error)

    async def _fail_refused(self, claim: Claim, error: StoreRefusedError | ResponseError) -> None:
        """Let an item fail that the store refuses, as it does for good if its site's keys are damaged.

        Raises the error if the store takes no writes at all: then the item can wait.
        """
        if takes_no_writes(str(error)):
            raise error
        refused = UnreadableError("store-refused", explained(str(error)), is_final=False)
        await self._fail(claim, refused)

    async def _tick(self) -> None:
        while True:
            try:
                await self._queue.tick(list(self._at_work.values()))
            except RedisError as error:
                self._warnings.warning("claims cannot be renewed: %s", error)
            await asyncio.sleep(min(_TICK, self._queue.lease / 4))

    async def _leave(self) -> None:
        left = dict(self._at_work)
        await cancel(*left)
        with suppress(RedisError):  # if it fails, the lease runs out
            for claim in left.values():
                await self._queue.give_back(claim)
