"""Puts what is new in a feed into the queue, whether a poll or a push brought the feed.

    body ─► parse ─► unseen entries ─► those that do not rest ─► one for each page ─► queue ─► history

In this order nothing is lost wherever the process is killed: an entry is remembered only once it is in the
queue. What then comes twice is dropped by its id or its URL key. An entry whose content has changed rests
first: some feeds count votes and comments, and their pages would be fetched at every poll.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.feeds.feed import known_without_dates
from service.feeds.history import History
from service.feeds.parse import parse_feed
from service.queue import Item

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.feeds.feed import Entry, Feed
    from service.feeds.reader import FeedReader
    from service.feeds.subscriptions import Subscription
    from service.fetching.values import Fetched
    from service.queue import WorkQueue


#: What an entry does not tell of its page if it is only a part of it.
_OF_PART = {"title": None, "author": None, "published": None, "feed_author": None}


class Taken(NamedTuple):
    """What became of a feed's entries."""

    feed: Feed
    #: Those that were put to work for the first time, the oldest first.
    new: list[Entry]
    #: Whether all that is new is in the queue; if not, the queue is full.
    all: bool
    #: The time at which the first of the entries that rest is to be put to work; None if none rests.
    wakes: float | None


class Intake:
    """Puts new entries of feeds into the queue."""

    def __init__(self, redis: Redis, queue: WorkQueue, feed_reader: FeedReader) -> None:
        self._history = History(redis)
        self._queue = queue
        self._reader = feed_reader

    async def take(self, subscription: Subscription, fetched: Fetched) -> Taken:
        """Put what is new into the queue, as far as the queue has room.

        Raises `FeedError` if the body is no feed, `RedisError` if Redis is away.
        """
        feed = await self.read(subscription, fetched)
        site, now = subscription.site, fetched.received
        listed = known_without_dates(feed.entries, now)
        entries = {entry.id: entry for entry in reversed(listed)}
        unseen = await self._history.unseen(site, list(entries))
        fresh = [entry for entry in entries.values() if entry.id in unseen]
        rests = await self._history.rests(site, fresh, now)
        awake = [entry for entry in fresh if rests.get(entry.id, now) <= now]
        pages = {entry.page: entry for entry in awake}  # the newest entry stands for all of its page
        number = await self._queue.put([_item(subscription, feed, entry) for entry in pages.values()])
        if subscription.last_body is None:  # items may wait for a feed that it takes the place of
            await self._queue.adopt([_item(subscription, feed, entry) for entry in entries.values()])
        taken = set(list(pages)[:number])
        queued = [entry for entry in awake if entry.page in taken]
        await self._history.put_to_work(subscription, queued, now)
        left = unseen - {entry.id for entry in queued}
        # With their dates, too, by which they are known again if these are not those of the poll.
        dated = {entry.id: told.id for entry, told in zip(listed, feed.entries, strict=True)}
        known = (entries.keys() - left) | {dated[entry.id] for entry in queued}
        await self._history.add(subscription, list(known), now)
        new = [entry for entry in queued if entry.id not in rests]
        wakes = min((end for end in rests.values() if end > now), default=None)
        return Taken(feed, new, number == len(pages), wakes)

    async def read(self, subscription: Subscription, fetched: Fetched) -> Feed:
        """Read the feed that was fetched for a subscription. Raises `FeedError` if the body is no feed."""
        return await self._reader.run(
            parse_feed, fetched.body, fetched.url, fetched.charset, subscription.url
        )


def _item(subscription: Subscription, feed: Feed, entry: Entry) -> Item:
    item = Item(
        id=f"{subscription.site}:{entry.id}",
        url=entry.url,
        feed=subscription.id,
        site=subscription.site,
        title=entry.title,
        author=entry.author,
        published=entry.published,
        language=entry.language or feed.language,
        feed_author=feed.author,
        labels=subscription.labels,
    )
    return item.model_copy(update=_OF_PART) if entry.is_part else item
