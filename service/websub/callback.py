"""What hubs ask and deliver at the callback of a push."""

from __future__ import annotations

import asyncio
import logging
from time import time
from typing import TYPE_CHECKING, Annotated, NamedTuple
from weakref import WeakValueDictionary

from pydantic import BaseModel, Field

from service.feeds.errors import FeedError
from service.feeds.outcome import pushed
from service.feeds.schedule import DAY, MINUTE
from service.feeds.subscriptions import Subscriptions, changed_fields
from service.statistics.counts import Pushed
from service.websub.push import Mode, is_signed, lease
from service.websub.pushes import Pushes, is_wanted

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.feeds.intake import Intake, Taken
    from service.feeds.subscriptions import Subscription
    from service.fetching.values import Fetched
    from service.statistics.reporter import Reporter
    from service.websub.push import Push

_logger = logging.getLogger(__name__)

#: Share of a lease after which it is renewed: the rest is for hubs that do not answer at once.
_RENEWAL = 0.5

#: Characters of a hub's reason that are kept.
_REASON = 200


class Intent(BaseModel):
    """What a hub says it is going to do (WebSub §5.2, §5.3)."""

    mode: Annotated[
        str,
        Field(alias="hub.mode", description="subscribe, unsubscribe or denied.", examples=["subscribe"]),
    ]
    topic: Annotated[
        str,
        Field(
            alias="hub.topic",
            description="The feed's own name for its URL.",
            examples=["https://example.com/feed"],
        ),
    ]
    challenge: Annotated[
        str, Field(alias="hub.challenge", description="What to answer.", examples=["xyzzy"])
    ] = ""
    lease_seconds: Annotated[
        str | None,
        Field(alias="hub.lease_seconds", description="How long it will push.", examples=["864000"]),
    ] = None
    reason: Annotated[str | None, Field(alias="hub.reason", description="Why it does not push.")] = None


class Known(NamedTuple):
    """A push, and the feed that has it; None if no feed has it any more."""

    push: Push
    feed: Subscription | None


class Callback:
    """Answers hubs; each verb may be repeated. Raises `RedisError` when Redis is unavailable."""

    def __init__(self, redis: Redis, intake: Intake, reporter: Reporter) -> None:
        self._pushes = Pushes(redis)
        self._subscriptions = Subscriptions(redis)
        self._intake = intake
        self._reporter = reporter
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, push: Push) -> asyncio.Lock:
        """Return the lock to hold while a body that a hub pushes is received and taken in.

        A hub is no more to be trusted than the feed that names it: many bodies at once would take all room.
        """
        return self._locks.setdefault(push.token, asyncio.Lock())

    async def find(self, token: str) -> Known | None:
        """Find a push; None if there never was one of that token, or it has ended."""
        push = await self._pushes.get(token)
        return Known(push, await self._pushes.feed_of(push)) if push else None

    async def agrees(self, known: Known, intent: Intent) -> bool:
        """Return whether we want what a hub is going to do; if so, note it."""
        push, feed = known
        if intent.topic != push.topic:
            return False
        match intent.mode:
            case Mode.SUBSCRIBE if is_wanted(feed):
                await self._begin(push, feed, lease(intent.lease_seconds))
            case Mode.DENIED if is_wanted(feed):
                await self._put_off(push, feed, intent.reason)
            case Mode.UNSUBSCRIBE | Mode.DENIED if not is_wanted(feed):
                await self._pushes.forget(push)
            case _:
                return False
        return True

    async def receive(self, push: Push, sent: Fetched, signature: str) -> None:
        """Take in what a hub has pushed, if it is signed and its feed is active, now that it has come.

        What cannot be taken now is polled for within a minute, and entries that rest once they have rested.
        """
        feed = await self._pushes.feed_of(push)
        if not is_wanted(feed):
            return
        if not is_signed(sent.body, push.secret, signature):
            _logger.warning(
                "%s: a push of %s was ignored, because its signature is wrong", push.hub, push.topic
            )
            self._reporter.pushed(Pushed.FORGED)
            await self._subscriptions.note(
                feed.id, hub_error="its signatures are wrong; what it pushes is ignored"
            )
            return
        try:
            taken = await self._intake.take(feed, sent)
        except FeedError as error:
            self._reporter.pushed(Pushed.UNREADABLE)
            await self._subscriptions.note(feed.id, sent.received + MINUTE, hub_error=str(error))
        else:
            self._reporter.pushed(Pushed.TAKEN)
            updated = pushed(feed, taken.feed, taken.new, sent.received)
            poll = _next_poll(feed, taken, sent.received)
            await self._subscriptions.note(feed.id, poll, **changed_fields(feed, updated))

    async def _begin(self, push: Push, feed: Subscription, seconds: float) -> None:
        now = time()
        await self._subscriptions.note(feed.id, pushed_until=now + seconds, hub_error=None)
        await self._pushes.confirm(push, now + seconds * _RENEWAL)

    async def _put_off(self, push: Push, feed: Subscription, reason: str | None) -> None:
        """Poll in place of the hub, and ask it again tomorrow.

        If the last poll was within a minute, wait a minute with this one: the hub may deny again and again.
        """
        now = time()
        poll = now if abs(now - (feed.last_poll or 0.0)) > MINUTE else now + MINUTE
        error = f"it refuses to push: {(reason or 'no reason given')[:_REASON]}"
        await self._subscriptions.note(feed.id, poll, pushed_until=None, last_push=None, hub_error=error)
        await self._pushes.postpone(push, now + DAY)


def _next_poll(feed: Subscription, taken: Taken, now: float) -> float | None:
    """Return when to poll at the latest for what a push did not bring into the queue; None: as scheduled.

    What was cut off, and an entry that rests, has to be polled for, because hubs do not push it again.
    """
    if taken.feed.is_cut or not taken.all:
        return now + MINUTE
    return taken.wakes if feed.interval is None else None
