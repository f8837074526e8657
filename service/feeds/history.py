"""Which entries of a site were seen (URL Tree §2); the keys are drawn in `service.keys`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service import keys
from service.scripts import load_script

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.feeds.subscriptions import Subscription

#: Entries of a site that are remembered.
HISTORY = 30_000


class History:
    """The entries that a site's feeds have had, by id."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._remember = load_script(redis, "feeds/remember", constants={"HISTORY": HISTORY})

    async def unseen(self, site: str, ids: list[str]) -> set[str]:
        """Choose the ids that are not remembered."""
        if not ids:
            return set()
        times = await self._redis.zmscore(keys.history(site), ids)
        return {each for each, time in zip(ids, times, strict=True) if time is None}

    async def add(self, feed: Subscription, ids: list[str], now: float) -> None:
        """Remember ids, and that the feed has them at this time; those that no feed has had for longest go.

        Nothing is remembered of a feed that was removed meanwhile.
        """
        if ids:
            await self._remember([keys.feed(feed.id), keys.history(feed.site)], [now, *ids])
