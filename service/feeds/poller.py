"""The poller: takes feeds that are due, and queues their new pages.

    election ─► due feeds ─► fetch ─► intake ─► record

In this order nothing is lost wherever the process is killed: the validators of a body are remembered only
once its entries are in the queue. While the poller leads, it also sees to the hubs of feeds that name one.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from random import random
from time import time
from typing import TYPE_CHECKING, Protocol

from structlog.contextvars import bind_contextvars

from service.feeds.errors import FeedError
from service.feeds.intake import Intake
from service.feeds.outcome import (
    failed,
    is_polled_well,
    led_away,
    led_for_good,
    put_off,
    read,
    unchanged,
)
from service.feeds.schedule import DAY
from service.feeds.subscriptions import State, Subscriptions
from service.fetching.errors import FetchError
from service.fetching.values import Fetched, NotModified
from service.running.election import lead_when_elected
from service.running.tasks import cancel, restarting
from service.running.throttledlog import ThrottledLog
from service.state import keys
from service.state.connection import AWAY

if TYPE_CHECKING:
    from collections.abc import Collection

    from redis.asyncio import Redis

    from service.feeds.reader import FeedReader
    from service.feeds.subscriptions import Subscription
    from service.fetching.fetcher import Fetcher
    from service.queue import WorkQueue
    from service.running.election import Term
    from urltree.errors import UrlTreeError

_logger = logging.getLogger(__name__)

#: Feeds polled at once: many, because each whose server does not answer takes a place for 25 seconds.
WIDTH = 64

#: As many while no more than this share of the queue is free: entries that find no room are read in vain.
NARROW = 16
_LITTLE_ROOM = 0.5

#: While no more than this share of the queue is free no feed is polled.
_NO_ROOM = 0.1

#: Seconds between two looks for feeds that are due.
_LOOK = 0.5

#: Seconds after which a feed whose poller died is due again. Few polls take longer; such a one goes on.
_CLAIM = 120.0


class AsksHubs(Protocol):
    """Whoever asks hubs to push feeds, as `service.websub.subscriber.Subscriber` does."""

    async def want(self, polled: Subscription) -> None:
        """See to it that a feed is pushed by the hub that it names now."""

    async def run(self) -> None:
        """Ask the hubs, until cancelled."""


class Poller:
    """Polls while it is elected, and waits to be elected otherwise."""

    def __init__(
        self,
        redis: Redis,
        queue: WorkQueue,
        fetcher: Fetcher,
        feed_reader: FeedReader,
        subscriber: AsksHubs | None = None,
    ) -> None:
        self._redis = redis
        self._subscriptions = Subscriptions(redis)
        self._queue = queue
        self._fetcher = fetcher
        self._intake = Intake(redis, queue, feed_reader)
        self._subscriber = subscriber
        self._warnings = ThrottledLog(_logger)

    async def run(self, stopping: asyncio.Event) -> None:
        """Poll until `stopping` is set."""
        await lead_when_elected(self._redis, keys.FEEDS_POLLER, self._lead, stopping)

    async def poll(self, feed: Subscription) -> None:
        """Poll one feed and record how it went. Raises only what is in `AWAY`."""
        if await self._queue.is_crowded(feed.site):
            await self._subscriptions.record(feed, put_off(feed, time()))
            return
        try:
            answer = await self._fetcher.feed(feed.url, *_validators(feed, time()))
            polled = await self._taken(feed, answer)
        except (FetchError, FeedError) as error:
            await self._fail(feed, error)
        except AWAY:
            raise
        except Exception:
            _logger.exception("%s could not be polled", feed.url)
            await self._fail(feed, FeedError("an internal error; the service's log has the cause"))
        else:
            await self._succeed(feed, polled)

    async def _lead(self, term: Term) -> None:
        polls = dict[str, asyncio.Task[None]]()
        subscribing = [asyncio.create_task(restarting(self._subscriber.run))] if self._subscriber else []
        try:
            while await term.continues():
                for feed in await self._due(len(polls)):
                    if feed.id in polls:
                        await self._want_again(feed)
                        continue
                    polls[feed.id] = poll = asyncio.create_task(self._poll_claimed(feed), name=feed.id)
                    poll.add_done_callback(lambda over: polls.pop(over.get_name()))
                await _first_of(polls.values())
        finally:
            # What they have done so far stays done; the rest is done again when their claims run out.
            await cancel(*polls.values(), *subscribing)

    async def _due(self, polls: int) -> list[Subscription]:
        """Claim feeds while so many polls are under way, none while the queue is nearly full."""
        room = await self._queue.room()
        limit = (WIDTH if room > _LITTLE_ROOM else NARROW) - polls
        if room <= _NO_ROOM or limit <= 0:
            return []
        return await self._subscriptions.claim(time(), time() + _CLAIM, limit)

    async def _want_again(self, feed: Subscription) -> None:
        """Have a feed that is wanted while it is being polled wait until that poll is over.

        A hub can want it again and again, and one slow feed would take the places of all others.
        """
        await self._subscriptions.note(feed.id, time() + _LOOK)

    async def _poll_claimed(self, feed: Subscription) -> None:
        bind_contextvars(feed=feed.id)  # in the task's own context
        try:
            await self.poll(feed)
        except AWAY as error:  # the claim will run out
            self._warnings.warning("the store did not answer while %s was polled: %s", feed.url, error)

    async def _succeed(self, feed: Subscription, polled: Subscription) -> None:
        await self._subscriptions.record(feed, polled)
        if feed.errors and not polled.errors:
            _logger.info("%s works again", feed.url)
        if self._subscriber:
            await self._subscriber.want(polled)
        if place := led_for_good(polled):
            await self._follow(polled, place)

    async def _follow(self, feed: Subscription, url: str) -> None:
        """Have a feed polled at another URL; if a feed is there, merge it into that one."""
        holder = await self._subscriptions.move(feed, url)
        if holder == feed.id:
            _logger.warning("%s has moved to %s", feed.url, url)
        elif holder and await self._subscriptions.merge(feed.id, holder):
            _logger.warning("%s was merged into the feed that is at %s", feed.url, url)

    async def _fail(self, feed: Subscription, error: UrlTreeError) -> None:
        polled = failed(feed, error, time(), random())  # noqa: S311 -- no secret
        await self._subscriptions.record(feed, polled)
        if polled.state is State.GONE:
            _logger.warning("%s is no longer polled: %s", feed.url, error)
        elif polled.errors and not feed.errors:
            _logger.warning("%s has begun to fail: %s", feed.url, error)

    async def _taken(self, feed: Subscription, answer: Fetched | NotModified) -> Subscription:
        """Put what is new into the queue, and return the subscription after this poll."""
        if isinstance(answer, NotModified):
            return unchanged(feed, answer)
        if answer.moved_to and await self._is_polled_there(feed, answer.moved_to):
            await self._intake.read(feed, answer)
            return led_away(feed, answer)
        taken = await self._intake.take(feed, answer)
        if not taken.all:
            return put_off(feed, answer.received)
        if taken.feed.is_cut:  # a 304 would hide the rest
            answer = replace(answer, etag=None, last_modified=None)
        return read(replace(feed, wakes=taken.wakes), answer, taken.feed, taken.new)

    async def _is_polled_there(self, feed: Subscription, url: str) -> bool:
        """Return whether another feed is polled well at a URL: its entries then belong to that one.

        One that fails may have the URL in a spelling that no longer works, such as without TLS.
        """
        there = await self._subscriptions.at(url)
        return there is not None and there.id != feed.id and is_polled_well(there)


def _validators(feed: Subscription, now: float) -> tuple[str | None, str | None]:
    """Return the validators to send: none once an entry has rested, since a 304 would not bring it again.

    Nor once a day: a 304 does not show that entries are still there, and a site's history forgets those that
    no body has had for longest.
    """
    has_rested = feed.wakes is not None and now >= feed.wakes
    is_old = feed.last_body is None or now - feed.last_body > DAY
    return (None, None) if has_rested or is_old else (feed.etag, feed.last_modified)


async def _first_of(polls: Collection[asyncio.Task[None]]) -> None:
    """Wait until a poll has ended, or it is time for another look."""
    if polls:
        await asyncio.wait(polls, timeout=_LOOK, return_when=asyncio.FIRST_COMPLETED)
    else:
        await asyncio.sleep(_LOOK)
