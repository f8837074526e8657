"""The standing of feeds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.feeds.subscriptions import State, Subscription, Subscriptions
from service.statistics.feeds import Standing, is_silent, read_feeds, standing

if TYPE_CHECKING:
    from redis.asyncio import Redis

HOUR = 3_600.0
DAY = 24 * HOUR

#: Times of a feed with one item a day.
DAILY = [day * DAY for day in range(10)]


def test_feed_is_not_silent_within_three_times_its_longest_pause() -> None:
    assert not is_silent(DAILY, DAILY[-1] + 2.9 * DAY)


def test_feed_is_silent_after_three_times_its_longest_pause() -> None:
    assert is_silent(DAILY, DAILY[-1] + 3.1 * DAY)


def test_five_items_establish_a_rhythm() -> None:
    assert is_silent(DAILY[:5], DAILY[4] + 9 * DAY)


def test_pauses_at_weekends_extend_the_tolerance() -> None:
    assert not is_silent([*DAILY, DAILY[-1] + 3 * DAY], DAILY[-1] + 11 * DAY)


def test_simultaneous_items_establish_no_rhythm() -> None:
    assert not is_silent([7.0] * 20, 7 * DAY)


def test_busy_feed_is_silent_only_after_a_day() -> None:
    times = [each * 60.0 for each in range(20)]
    assert not is_silent(times, times[-1] + DAY)
    assert is_silent(times, times[-1] + DAY + 1)


@given(st.lists(st.floats(0, 1e9), max_size=4).map(sorted), st.floats(1e9, 1e12))
def test_feed_with_fewer_than_five_items_is_never_silent(times: list[float], now: float) -> None:
    assert not is_silent(times, now)


@pytest.mark.parametrize(
    ("state", "errors", "unreadable", "now", "expected"),
    [
        (State.ACTIVE, 0, 2, DAILY[-1], Standing.ACTIVE),
        (State.ACTIVE, 0, 3, DAILY[-1], Standing.UNREADABLE),
        (State.ACTIVE, 2, 3, DAILY[-1], Standing.FAILING),
        (State.ACTIVE, 0, 3, DAILY[-1] + 9 * DAY, Standing.SILENT),
        (State.ACTIVE, 2, 0, DAILY[-1] + 9 * DAY, Standing.SILENT),
        (State.PAUSED, 2, 3, DAILY[-1] + 9 * DAY, Standing.PAUSED),
        (State.GONE, 2, 3, DAILY[-1] + 9 * DAY, Standing.GONE),
    ],
)
def test_feed_has_exactly_one_standing(
    state: State, errors: int, unreadable: int, now: float, expected: Standing
) -> None:
    assert standing(state, errors, DAILY, unreadable, now) is expected


async def test_feeds_are_counted_by_standing(redis: Redis) -> None:
    feeds = Subscriptions(redis)
    for number, state in enumerate((State.ACTIVE, State.PAUSED, State.PAUSED)):
        url = f"https://example.com/{number}"
        await feeds.add(Subscription(str(number), url, "example.com", state=state), 0)
    found = await read_feeds(redis, time.time())
    assert found.standings == {Standing.ACTIVE: 1, Standing.PAUSED: 2}


async def test_feed_whose_newest_pages_could_not_be_read_is_counted_as_unreadable(redis: Redis) -> None:
    url = "https://example.com/feed"
    await Subscriptions(redis).add(Subscription("1", url, "example.com", unreadable=3), 0)
    assert (await read_feeds(redis, time.time())).standings == {Standing.UNREADABLE: 1}


async def test_more_feeds_than_fit_in_one_answer_are_counted(redis: Redis) -> None:
    feeds = Subscriptions(redis)
    for number in range(1_000):
        await feeds.add(Subscription(str(number), f"https://example.com/{number}", "example.com"), 0)
    assert (await read_feeds(redis, time.time())).standings == {Standing.ACTIVE: 1_000}


async def test_sites_of_silent_feeds_are_listed(redis: Redis) -> None:
    feeds = Subscriptions(redis)
    times = tuple(DAILY)
    await feeds.add(Subscription("1", "https://a.com/feed", "a.com", times=times), 0)
    await feeds.add(Subscription("2", "https://b.com/feed", "b.com"), 0)
    assert (await read_feeds(redis, DAILY[-1] + 9 * DAY)).silent == {"a.com"}


async def test_without_feeds_there_are_no_standings(redis: Redis) -> None:
    assert await read_feeds(redis, 0.0) == ({}, frozenset())
