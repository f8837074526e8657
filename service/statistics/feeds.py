"""How the feeds stand, all of them at a glance."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from operator import sub
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic_core import from_json

from service.feeds.schedule import DAY
from service.feeds.subscriptions import State
from service.state import keys
from service.state.scripts import load_script

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping, Sequence

    from redis.asyncio import Redis

    from service.feeds.subscriptions import Subscription

#: Number of items from which on a feed's rhythm is known.
_LEAST_ITEMS = 5

#: A feed is silent after so many times the longest pause between its known items, but no sooner than a day.
_PAUSES = 3

#: Number of items in a row whose pages could not be read from which on it is more than a bad page.
_UNREADABLE = 3

#: Feeds read at once.
_STEP = 500


class Standing(StrEnum):
    """What a feed is to an operator."""

    ACTIVE = "active"
    #: Its last poll went wrong.
    FAILING = "failing"
    #: It used to have new items, and has none now.
    SILENT = "silent"
    #: The pages of its newest items could not be read.
    UNREADABLE = "unreadable"
    PAUSED = "paused"
    GONE = "gone"


class Feeds(NamedTuple):
    """How all feeds stand."""

    #: Feeds of each standing; each has one.
    standings: Mapping[Standing, int]
    #: Sites that have a silent feed.
    silent: frozenset[str]


def is_silent(times: Sequence[float], now: float) -> bool:
    """Return whether a feed with items at these times, in order, used to have new ones and has none now."""
    if len(times) < _LEAST_ITEMS:
        return False
    silence, pause = now - times[-1], max(map(sub, times[1:], times))
    if not pause:  # items of one moment show no rhythm
        return False
    return silence > DAY and silence > _PAUSES * pause


def standing(state: State, errors: int, times: Sequence[float], unreadable: int, now: float) -> Standing:
    """Judge a feed by its fields; the worst standing that applies wins."""
    if state != State.ACTIVE:
        return Standing(state)
    if is_silent(times, now):
        return Standing.SILENT
    if errors:
        return Standing.FAILING
    return Standing.UNREADABLE if unreadable >= _UNREADABLE else Standing.ACTIVE


def standing_of(feed: Subscription, now: float) -> Standing:
    """Judge a feed as `standing` does."""
    return standing(feed.state, feed.errors, feed.times, feed.unreadable, now)


async def read_feeds(redis: Redis, now: float) -> Feeds:
    """Judge all feeds."""
    judged = dict[str, tuple[str, Standing]]()
    async for feeds in _scan(redis):
        for feed, (site, state, errors, times, unreadable) in feeds.items():
            judged[feed] = site, standing(State(state), errors, times, unreadable, now)
    return Feeds(
        standings=Counter(each for _, each in judged.values()),
        silent=frozenset(site for site, each in judged.values() if each is Standing.SILENT),
    )


async def _scan(redis: Redis) -> AsyncIterator[dict[str, Any]]:
    """Yield some feeds at a time, so that nobody waits for thousands; a feed may come twice."""
    script = load_script(redis, "feeds/standings", FEED=keys.FEED)
    place = b"0"
    while True:
        place, feeds = await script([keys.FEED_ADDRESSES], [place, _STEP])
        yield from_json(feeds)  # in a third of the time that `json` takes
        if place == b"0":
            return
