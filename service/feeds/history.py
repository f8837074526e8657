"""Which entries of a site were seen (URL Tree §2), and put to work (queued): see `service.state.keys`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.counting import CONSTANTS
from service.feeds.schedule import DAY
from service.state import keys
from service.state.scripts import load_script

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redis.asyncio import Redis

    from service.feeds.feed import Entry
    from service.feeds.subscriptions import Subscription

#: Entries of a site that are remembered, and seconds after which one that no feed has had since is forgotten:
#: a feed is downloaded in full once a day, so its entries are never that old.
HISTORY, HISTORY_AGE = 30_000, 90 * round(DAY)

#: The least and the most seconds after which an entry whose subject was put to work is put to work again.
_REST = (900.0, DAY)

#: The seconds for an entry without a date.
_UNDATED = 3_600.0

#: Seconds for which subjects are remembered: an hour more than any rests, so that what has rested is known.
_MEMORY = DAY + 3_600.0


class History:
    """The entries that a site's feeds have had, by id."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._remember = load_script(
            redis, "statistics", "feeds/remember", **CONSTANTS, HISTORY=HISTORY, HISTORY_AGE=HISTORY_AGE
        )
        self._let_rest = load_script(redis, "feeds/rest")

    async def unseen(self, site: str, ids: list[str]) -> set[str]:
        """Return those of the ids that are not remembered."""
        if not ids:
            return set()
        times = await self._redis.zmscore(keys.HISTORY + site, ids)
        return {each for each, time in zip(ids, times, strict=True) if time is None}

    async def add(self, feed: Subscription, ids: list[str], now: float) -> None:
        """Remember that the feed has these ids at this time; forget those that no feed has had for longest.

        Those that were remembered already are counted. Nothing is remembered for a feed that was removed
        meanwhile.
        """
        if ids:
            names = [keys.FEED + feed.id, keys.HISTORY + feed.site, keys.STATISTICS]
            await self._remember(names, [now, *ids])

    async def rests(self, site: str, entries: Sequence[Entry], now: float) -> dict[str, float]:
        """Return until when each entry rests, or rested, whose subject is remembered, by its id.

        It rests no longer if it was put to work after `now`, while the clock was ahead.
        """
        if not entries:
            return {}
        times = await self._redis.zmscore(keys.RECENT + site, [entry.subject for entry in entries])
        known = ((entry, time) for entry, time in zip(entries, times, strict=True) if time is not None)
        return {entry.id: time + _rest(entry, time) if time <= now else now for entry, time in known}

    async def put_to_work(self, feed: Subscription, entries: Sequence[Entry], now: float) -> None:
        """Remember that the subjects of entries were put to work at this time.

        Nothing is remembered for a feed that was removed meanwhile.
        """
        if entries:
            names = [keys.FEED + feed.id, keys.RECENT + feed.site]
            await self._let_rest(names, [now, round(_MEMORY), *(entry.subject for entry in entries)])


def _rest(entry: Entry, time: float) -> float:
    """Return the seconds that an entry put to work at `time` rests: as many as its age, within `_REST`."""
    low, high = _REST
    age = time - entry.published.timestamp() if entry.published else _UNDATED
    return max(low, min(age, high))
