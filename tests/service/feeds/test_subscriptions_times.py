"""Arrival times of items, recorded by polls and pushes that run concurrently."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from subscribed import NOW, feed

from service.feeds.schedule import RHYTHM, rhythm
from service.feeds.subscriptions import Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def recorded(redis: Redis, known: tuple[float, ...], *some: tuple[float, ...]) -> tuple[float, ...]:
    """Record times by pushes that do not know of one another; return the times known after that."""
    subscriptions = Subscriptions(redis)
    subscribed = feed(times=known)
    await subscriptions.add(subscribed, NOW)
    for new in some:
        await subscriptions.record_push(subscribed, replace(subscribed, times=rhythm(known, new)), None)
    return (await subscriptions.get("a")).times


async def test_times_recorded_concurrently_are_merged(redis: Redis):
    known = (NOW, NOW + 0.123456)
    assert await recorded(redis, known, (NOW + 2, NOW + 2), (NOW - 1, NOW + 1)) == (
        *(NOW - 1, NOW, NOW + 0.123456),
        *(NOW + 1, NOW + 2, NOW + 2),
    )


async def test_merged_times_are_limited_to_the_newest(redis: Redis):
    early, late = (tuple(NOW + start + each for each in range(RHYTHM)) for start in (0, 7))
    assert await recorded(redis, (), late, early) == rhythm(early, late)
