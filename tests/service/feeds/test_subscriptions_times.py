"""When items came, as polls and pushes that know nothing of one another have it recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from subscribed import NOW, feed

from service.feeds.schedule import RHYTHM, rhythm
from service.feeds.subscriptions import Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


async def recorded(redis: Redis, known: tuple[float, ...], *some: tuple[float, ...]) -> tuple[float, ...]:
    """Have pushes record times, each as if there was no other; tell what is known then."""
    subscriptions = Subscriptions(redis)
    subscribed = feed(times=known)
    await subscriptions.add(subscribed, NOW)
    for new in some:
        await subscriptions.record_push(subscribed, replace(subscribed, times=rhythm(known, new)), None)
    return (await subscriptions.get("a")).times


async def test_times_that_come_side_by_side_are_all_known(redis: Redis):
    known = (NOW, NOW + 0.123456)
    assert await recorded(redis, known, (NOW + 2, NOW + 2), (NOW - 1, NOW + 1)) == (
        *(NOW - 1, NOW, NOW + 0.123456),
        *(NOW + 1, NOW + 2, NOW + 2),
    )


async def test_no_more_times_are_known_than_tell_the_rhythm(redis: Redis):
    early, late = (tuple(NOW + start + each for each in range(RHYTHM)) for start in (0, 7))
    assert await recorded(redis, (), late, early) == rhythm(early, late)
