"""Which entries of a site were seen, and which rest; on a real Valkey."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from service.feeds.feed import Entry
from service.feeds.history import HISTORY, HISTORY_AGE, History
from service.feeds.subscriptions import Subscription, Subscriptions
from service.state import keys
from service.statistics.counts import Counted
from service.statistics.statistics import Statistics

if TYPE_CHECKING:
    from redis.asyncio import Redis


def entry(subject: str, published: float | None = None) -> Entry:
    date = datetime.fromtimestamp(published, UTC) if published is not None else None
    return Entry(f"id of {subject}", subject, "https://example.org/1", None, None, date)


FEED = Subscription(id="a", url="https://example.org/feed", site="example.org")


@pytest.fixture
async def history(redis: Redis) -> History:
    await Subscriptions(redis).add(FEED, 0)
    return History(redis)


async def test_all_entries_are_unseen_at_first(history: History):
    assert await history.unseen("example.org", ["a", "b"]) == {"a", "b"}


async def test_added_entry_is_seen(history: History):
    await history.add(FEED, ["a"], 1)
    assert await history.unseen("example.org", ["a", "b"]) == {"b"}


async def test_each_site_has_its_own_history(history: History):
    await history.add(FEED, ["a"], 1)
    assert await history.unseen("example.com", ["a"]) == {"a"}


async def test_no_ids_means_nothing_unseen(history: History):
    await history.add(FEED, [], 1)
    assert await history.unseen("example.org", []) == set()


async def test_entry_that_no_feed_has_had_for_long_is_forgotten(history: History):
    await history.add(FEED, ["gone", "kept"], 1)
    await history.add(FEED, ["kept"], 2)
    await history.add(FEED, ["new"], 2 + HISTORY_AGE)
    assert await history.unseen("example.org", ["gone", "kept", "new"]) == {"gone"}


async def test_history_is_bounded_by_dropping_the_oldest(history: History, redis: Redis):
    await history.add(FEED, ["old"], 1)
    await history.add(FEED, [str(number) for number in range(HISTORY)], 2)
    assert await redis.zcard(keys.HISTORY + "example.org") == HISTORY
    assert await history.unseen("example.org", ["old", "0"]) == {"old"}


async def test_entry_still_in_the_feed_is_not_dropped_as_old(history: History):
    await history.add(FEED, ["first", "second"], 1)
    await history.add(FEED, ["first"], 2)
    await history.add(FEED, [str(number) for number in range(HISTORY - 1)], 3)
    assert await history.unseen("example.org", ["first", "second"]) == {"second"}


async def test_entries_known_already_are_counted_each_time(history: History, redis: Redis):
    await history.add(FEED, ["a"], 1)
    await history.add(FEED, ["a", "b"], 2)
    await history.add(FEED, ["a", "b"], 3)
    assert (await Statistics(redis).totals())[Counted.KNOWN] == 3


async def test_nothing_is_added_for_a_removed_feed(history: History, redis: Redis):
    await Subscriptions(redis).remove(FEED.id)
    await history.add(FEED, ["a"], 1)
    assert await redis.keys() == []


async def test_subjects_of_a_removed_feed_are_not_remembered(history: History, redis: Redis):
    await Subscriptions(redis).remove(FEED.id)
    await history.put_to_work(FEED, [entry("a")], 1)
    assert await redis.keys() == []


@pytest.mark.parametrize(
    ("published", "rest"),
    [(10_000, 2_000), (11_990, 900), (20_000, 900), (-100_000, 86_400), (None, 3_600)],
    ids=["twice as old", "new", "of the future", "old", "of no date"],
)
async def test_subject_rests_until_its_age_has_doubled_within_bounds(
    history: History, published: float | None, rest: float
):
    one = entry("a", published)
    await history.put_to_work(FEED, [one], 12_000)
    assert await history.rests("example.org", [one], 12_000) == {one.id: 12_000 + rest}


async def test_subject_put_to_work_while_the_clock_was_ahead_rests_no_longer(history: History):
    one = entry("a")
    await history.put_to_work(FEED, [one], 90_000)
    assert await history.rests("example.org", [one], 12_000) == {one.id: 12_000}


async def test_subject_that_was_never_queued_does_not_rest(history: History):
    await history.put_to_work(FEED, [entry("a")], 12_000)
    assert await history.rests("example.org", [entry("b")], 12_000) == {}


async def test_without_entries_nothing_is_stored_and_nothing_rests(history: History, redis: Redis):
    await history.put_to_work(FEED, [], 12_000)
    assert await history.rests("example.org", [], 12_000) == {}
    assert not await redis.exists(keys.RECENT + "example.org")


async def test_subjects_are_forgotten_an_hour_after_the_longest_rest(history: History, redis: Redis):
    await history.put_to_work(FEED, [entry("a")], 0)
    await history.put_to_work(FEED, [entry("b")], 90_000)
    assert await redis.zrange(keys.RECENT + "example.org", 0, -1) == [b"b"]
    assert 89_000 < await redis.ttl(keys.RECENT + "example.org") <= 90_000
