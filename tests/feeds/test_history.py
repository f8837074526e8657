"""Which entries of a site were seen, in a real Valkey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service import keys
from service.feeds.history import HISTORY, History

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture
def history(redis: Redis) -> History:
    return History(redis)


async def test_nothing_is_seen_at_first(history: History):
    assert await history.unseen("example.org", ["a", "b"]) == {"a", "b"}


async def test_what_was_added_is_seen(history: History):
    await history.add("example.org", ["a"], 1)
    assert await history.unseen("example.org", ["a", "b"]) == {"b"}


async def test_sites_have_histories_of_their_own(history: History):
    await history.add("example.org", ["a"], 1)
    assert await history.unseen("example.com", ["a"]) == {"a"}


async def test_nothing_asked_nothing_unseen(history: History):
    await history.add("example.org", [], 1)
    assert await history.unseen("example.org", []) == set()


async def test_history_is_bounded_and_the_oldest_go(history: History, redis: Redis):
    await history.add("example.org", ["old"], 1)
    await history.add("example.org", [str(number) for number in range(HISTORY)], 2)
    assert await redis.zcard(keys.history("example.org")) == HISTORY
    assert await history.unseen("example.org", ["old", "0"]) == {"old"}


async def test_entry_that_a_feed_still_has_is_not_old(history: History):
    await history.add("example.org", ["first", "second"], 1)
    await history.add("example.org", ["first"], 2)
    await history.add("example.org", [str(number) for number in range(HISTORY - 1)], 3)
    assert await history.unseen("example.org", ["first", "second"]) == {"second"}
