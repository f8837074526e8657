"""Feeds to work: what is new in one goes into the queue, whoever brought it.

    body ─► parse ─► unseen entries ─► queue ─► history

In this order nothing is lost wherever it is killed: an entry is remembered only once it is in the queue. What
then comes twice is dropped by its id or its URL key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.feeds.history import History
from service.feeds.parse import parse_feed
from service.queue import Item

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.feeds.feed import Entry, Feed
    from service.feeds.parsing import Parsing
    from service.feeds.subscriptions import Subscription
    from service.queue import WorkQueue


class Body(NamedTuple):
    """A feed as it came."""

    content: bytes
    #: Where it is from; links are relative to this.
    url: str
    #: The one that HTTP declares.
    charset: str | None
    #: Seconds since the epoch.
    received: float


class Taken(NamedTuple):
    """What became of a feed's entries."""

    feed: Feed
    #: Those that were not known, the oldest first.
    new: list[Entry]
    #: All that is new is in the queue; else the queue is full.
    all: bool


class Intake:
    """Takes in feeds."""

    def __init__(self, redis: Redis, queue: WorkQueue, parsing: Parsing) -> None:
        self._history = History(redis)
        self._queue = queue
        self._parsing = parsing

    async def take(self, subscription: Subscription, body: Body) -> Taken:
        """Put what is new into the queue, as far as that has room.

        Raises `FeedError` for what is no feed, `RedisError` if Redis is away.
        """
        feed = await self._parsing.run(parse_feed, body.content, body.url, body.charset)
        entries = {entry.id: entry for entry in reversed(feed.entries)}
        unseen = await self._history.unseen(subscription.site, list(entries))
        new = [entry for entry in entries.values() if entry.id in unseen]
        taken = await self._queue.put([_item(subscription, feed, entry) for entry in new])
        left = {entry.id for entry in new[taken:]}
        seen = [each for each in entries if each not in left]
        await self._history.add(subscription, seen, body.received)
        return Taken(feed, new, not left)


def _item(subscription: Subscription, feed: Feed, entry: Entry) -> Item:
    return Item(
        id=f"{subscription.site}:{entry.id}",
        url=entry.url,
        feed=subscription.id,
        title=entry.title,
        author=entry.author,
        published=entry.published,
        language=feed.language,
        labels=subscription.labels,
    )
