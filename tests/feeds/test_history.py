"""Which entries of a site were seen, in a real Valkey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service import keys
from service.feeds.history import HISTORY, History
from service.feeds.subscriptions import Subscription, Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


FEED = Subscription(id="a", url="https://example.org/feed", site="example.org")


@pytest.fixture
async def history(redis: Redis) -> History:
    await Subscriptions(redis).add(FEED, 0)
    return History(redis)


async def test_nothing_is_seen_at_first(history: History):
    assert await history.unseen("example.org", ["a", "b"]) == {"a", "b"}


async def test_what_was_added_is_seen(history: History):
    await history.add(FEED, ["a"], 1)
    assert await history.unseen("example.org", ["a", "b"]) == {"b"}


async def test_sites_have_histories_of_their_own(history: History):
    await history.add(FEED, ["a"], 1)
    assert await history.unseen("example.com", ["a"]) == {"a"}


async def test_nothing_asked_nothing_unseen(history: History):
    await history.add(FEED, [], 1)
    assert await history.unseen("example.org", []) == set()


async def test_history_is_bounded_and_the_oldest_go(history: History, redis: Redis):
    await history.add(FEED, ["old"], 1)
    await history.add(FEED, [str(number) for number in range(HISTORY)], 2)
    assert await redis.zcard(keys.history("example.org")) == HISTORY
    assert await history.unseen("example.org", ["old", "0"]) == {"old"}


async def test_entry_that_a_feed_still_has_is_not_old(history: History):
    await history.add(FEED, ["first", "second"], 1)
    await history.add(FEED, ["first"], 2)
    await history.add(FEED, [str(number) for number in range(HISTORY - 1)], 3)
    assert await history.unseen("example.org", ["first", "second"]) == {"second"}


async def test_nothing_is_remembered_of_a_feed_that_was_removed_meanwhile(history: History, redis: Redis):
    await Subscriptions(redis).remove(FEED.id)
    await history.add(FEED, ["a"], 1)
    assert await redis.keys() == []
