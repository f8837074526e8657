"""A site with a feed, and everything needed to poll it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from waiting import until
from web import Answer
from workshop import complete
from xml_feeds import item, rss

from service.feeds.poller import Poller
from service.feeds.subscriptions import Subscription, Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from web import Web

    from service.feeds.poller import AsksHubs
    from service.feeds.reader import FeedReader
    from service.fetching.fetcher import Fetcher
    from service.queue import WorkQueue

FIRST, SECOND, THIRD = (item(number, f"Mon, 02 Nov 2026 1{number}:00:00 GMT") for number in (1, 2, 3))
NEWS = Answer(rss(SECOND, FIRST, channel="<title>News</title>"))


@dataclass
class Bed:
    """A site with one feed, at ``/feed``, and everything needed to poll it."""

    redis: Redis
    web: Web
    fetcher: Fetcher
    feed_reader: FeedReader
    queue: WorkQueue
    subscriptions: Subscriptions
    subscriber: AsksHubs | None = None

    def poller(self) -> Poller:
        return Poller(self.redis, self.queue, self.fetcher, self.feed_reader, self.subscriber)

    async def subscribe(self, path: str, **fields: object) -> Subscription:
        name = path.strip("/")
        subscription = Subscription(id=name, url=self.web.url + path, site="example.org", **fields)
        return await self.subscriptions.add(subscription, now=0)

    async def poll(self, name: str = "feed") -> Subscription:
        """Poll a feed; return its subscription after that."""
        await self.poller().poll(await self.subscriptions.get(name))
        return await self.subscriptions.get(name)

    async def poll_when_due(self) -> Subscription:
        """Poll the feed when another try is due after an error; return its subscription after that."""
        await self.subscriptions.note("feed", retry_at=None)
        return await self.poll()

    async def titles(self) -> list[str | None]:
        """Return the titles of all that is queued, and complete it."""
        return [each.title for each in await complete(self.queue)]

    async def until_polled(self, *names: str) -> None:
        async def are_polled() -> bool:
            return all([(await self.subscriptions.get(name)).last_poll for name in names])

        await until(are_polled)
