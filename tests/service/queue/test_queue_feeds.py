"""The work queue counts, for each feed, the latest items that could not be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.feeds.subscriptions import Subscription, Subscriptions
from service.queue import DEATHS, TRIES, Item, KeptPage, WorkQueue
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.queue import Claim

FEED = "5f1c9a0b7e42"
REASON = 'the robots.txt of "example.com" forbids https://example.com/brücke'


@pytest.fixture
async def feeds(redis: Redis) -> Subscriptions:
    feeds = Subscriptions(redis)
    await feeds.add(Subscription(FEED, "https://example.com/feed", "example.com"), 0)
    return feeds


@pytest.fixture
def queue(redis: Redis) -> WorkQueue:
    return WorkQueue(redis, lease=0.0)


async def claim(queue: WorkQueue, item: Item | None = None) -> Claim:
    """Put an item and claim it."""
    await queue.put([item or Item(id="1", url="https://example.com/1", feed=FEED)])
    (taken,) = await queue.claim(1, 0.001)
    return taken


async def unreadable(feeds: Subscriptions) -> tuple[int, str | None]:
    feed = await feeds.get(FEED)
    return feed.unreadable, feed.unreadable_reason


async def test_new_feed_has_no_unreadable_items(feeds: Subscriptions) -> None:
    assert await unreadable(feeds) == (0, None)


async def test_refused_items_are_counted_with_the_last_reason(feeds: Subscriptions, queue: WorkQueue) -> None:
    for reason in ("it is no HTML", REASON):
        await queue.refuse(await claim(queue), "robots", reason)
    assert await unreadable(feeds) == (2, REASON)


async def test_parked_item_is_counted_once(feeds: Subscriptions, queue: WorkQueue, redis: Redis) -> None:
    for _ in range(TRIES):
        await queue.fail(await claim(queue), REASON)
        await redis.zadd(keys.WORK_LATER, {"1": 0})
        await queue.tick()
    assert await unreadable(feeds) == (1, REASON)


async def test_item_parked_after_its_workers_died_is_counted(feeds: Subscriptions, queue: WorkQueue) -> None:
    for _ in range(DEATHS):
        await claim(queue)
        await queue.tick()
    assert await unreadable(feeds) == (1, "its worker died, 30 times")


async def test_unreadable_item_is_parked_nevertheless(queue: WorkQueue, redis: Redis) -> None:
    taken = await claim(queue)
    await redis.hset(keys.WORK_ITEMS, "1", "no JSON")
    await queue.fail(taken._replace(tries=TRIES - 1), REASON)
    assert await redis.zrange(keys.WORK_PARKED, 0, -1) == [b"1"]


async def test_item_that_will_be_retried_is_not_counted(feeds: Subscriptions, queue: WorkQueue) -> None:
    await queue.fail(await claim(queue), REASON)
    assert await unreadable(feeds) == (0, None)


@pytest.mark.parametrize("outcome", ["new", "response_url"])
async def test_page_that_is_read_resets_the_count(
    feeds: Subscriptions, queue: WorkQueue, outcome: str
) -> None:
    await queue.refuse(await claim(queue), "robots", REASON)
    await queue.acknowledge(await claim(queue), outcome)
    assert await unreadable(feeds) == (0, None)


async def test_item_queued_no_later_than_one_that_was_read_is_not_counted(
    feeds: Subscriptions, queue: WorkQueue
) -> None:
    url = "https://example.com/{}"
    await queue.put([Item(id=each, url=url.format(each), feed=FEED) for each in ("1", "2")])
    dead, read = await queue.claim(2, 0.001)
    await queue.acknowledge(read, "new")
    await queue.refuse(dead, "robots", REASON)
    assert await unreadable(feeds) == (0, None)


async def test_reading_an_older_item_later_does_not_make_older_failures_count(
    feeds: Subscriptions, queue: WorkQueue, redis: Redis
) -> None:
    url = "https://example.com/{}"
    await queue.put([Item(id=each, url=url.format(each), feed=FEED) for each in ("1", "2", "3")])
    for age, each in enumerate(("3", "2", "1")):
        await redis.zincrby(keys.WORK_SINCE, -1_000 * age, each)
    oldest, dead, latest = await queue.claim(3, 0.001)
    await queue.acknowledge(latest, "new")
    await queue.acknowledge(oldest, "new")
    await queue.refuse(dead, "robots", REASON)
    assert await unreadable(feeds) == (0, None)


async def test_item_queued_after_one_that_was_read_is_counted(
    feeds: Subscriptions, queue: WorkQueue, redis: Redis
) -> None:
    await queue.acknowledge(await claim(queue), "new")
    taken = await claim(queue)
    await redis.zincrby(keys.WORK_SINCE, 1, "1")
    await queue.refuse(taken, "robots", REASON)
    assert await unreadable(feeds) == (1, REASON)


async def test_reading_a_page_does_not_bring_back_a_removed_feed(
    feeds: Subscriptions, queue: WorkQueue, redis: Redis
) -> None:
    taken = await claim(queue)
    await feeds.remove(FEED)
    await queue.acknowledge(taken, "new")
    assert not await redis.exists(keys.FEED + FEED)


async def test_judging_a_kept_page_again_does_not_reset_the_count(
    feeds: Subscriptions, queue: WorkQueue
) -> None:
    kept = KeptPage(domain="example.com", key="00" * 8, received=0)
    await queue.refuse(await claim(queue), "robots", REASON)
    again = Item(id="2", url="https://example.com/2", feed=FEED, kept=kept)
    await queue.acknowledge(await claim(queue, again), "confirmed")
    assert await unreadable(feeds) == (1, REASON)


async def test_refusing_an_item_does_not_bring_back_a_removed_feed(
    feeds: Subscriptions, queue: WorkQueue, redis: Redis
) -> None:
    taken = await claim(queue)
    await feeds.remove(FEED)
    await queue.refuse(taken, "robots", REASON)
    assert not await redis.exists(keys.FEED + FEED)


async def test_item_without_a_feed_can_be_refused(queue: WorkQueue) -> None:
    await queue.refuse(await claim(queue, Item(id="1", url="https://example.com/1")), "robots", REASON)
    assert await queue.waiting() == 0


@pytest.mark.parametrize(("is_removed", "owner"), [(False, FEED), (True, "other")])
async def test_waiting_item_goes_to_another_feed_only_if_its_own_is_removed(
    feeds: Subscriptions, queue: WorkQueue, is_removed: bool, owner: str
) -> None:
    await queue.put([Item(id="1", url="https://example.com/1", feed=FEED)])
    if is_removed:
        await feeds.remove(FEED)
    assert (await claim(queue, Item(id="1", url="https://example.com/1", feed="other"))).item.feed == owner


@pytest.mark.parametrize(("is_removed", "owner"), [(False, FEED), (True, "other")])
async def test_only_items_of_a_removed_feed_are_adopted(
    feeds: Subscriptions, queue: WorkQueue, is_removed: bool, owner: str
) -> None:
    items = [Item(id="1", url="https://example.com/1", feed=each) for each in (FEED, "other")]
    await queue.put(items[:1])
    if is_removed:
        await feeds.remove(FEED)
    await queue.adopt(items[1:])
    assert [each.item.feed for each in await queue.claim(2, 0.001)] == [owner]


async def test_item_that_does_not_wait_is_not_adopted(queue: WorkQueue) -> None:
    await queue.adopt([Item(id="1", url="https://example.com/1", feed="other")])
    assert await queue.claim(1, 0.001) == []
