"""How many items a work queue takes, in all and of one site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from queued import claim_one, claims, items, park

from service.queue import WorkQueue

if TYPE_CHECKING:
    from redis.asyncio import Redis


@pytest.fixture
def large(redis: Redis) -> WorkQueue:
    """Return a queue that takes four items of a site."""
    return WorkQueue(redis, size=8)


async def test_a_site_may_fill_half_of_the_queue(large: WorkQueue) -> None:
    assert await large.put(items(*(f"a:{number}" for number in range(6)))) == 4
    assert await large.put(items("a:5", "b:1")) == 0
    assert await large.put(items("b:1", "b:2")) == 2


async def test_sites_leave_room_for_one_more(large: WorkQueue) -> None:
    sites = [items(*(f"{site}:{number}" for number in range(6))) for site in ("a", "b", "c")]
    assert [await large.put(each) for each in sites] == [4, 2, 1]


@pytest.mark.parametrize("site", ["a.example", "[::1]", "a"])
async def test_only_items_of_the_same_site_count(redis: Redis, site: str) -> None:
    queue = WorkQueue(redis, size=12)
    await queue.put(items("a.example.org:1", "[::2]:1", "a-b:1", "a;:1"))
    assert await queue.put(items(*(f"{site}:{number}" for number in range(6)))) == 4


async def test_items_that_are_done_or_parked_make_room_for_others_of_their_site(
    large: WorkQueue, redis: Redis
) -> None:
    await park(large, redis, "a:1")
    assert await large.put(items("a:2", "a:3", "a:4", "a:5", "a:6")) == 4
    await large.acknowledge((await claims(large))[0], "published")
    assert await large.put(items("a:6")) == 1


async def test_site_is_crowded_from_more_than_a_quarter_of_the_queue_on(large: WorkQueue) -> None:
    await large.put(items("a:1", "a:2"))
    assert not await large.is_crowded("a")
    await large.put(items("a:3"))
    assert await large.is_crowded("a")
    assert not await large.is_crowded("b")


async def test_site_is_crowded_earlier_the_less_others_leave(large: WorkQueue) -> None:
    await large.put(items("a:1", "a:2", "a:3", "a:4", "b:1"))
    assert not await large.is_crowded("b")
    await large.put(items("b:2"))
    assert await large.is_crowded("b")


async def test_queue_takes_items_in_order_until_it_is_full(queue: WorkQueue) -> None:
    assert await queue.put(items("a", "b", "c", "d", "e", "f", "g")) == 5
    assert await queue.put(items("a", "b", "h")) == 2


async def test_postponed_items_take_up_room(queue: WorkQueue) -> None:
    await queue.put(items("a", "b", "c", "d", "e"))
    await queue.fail(await claim_one(queue), "no route")
    assert await queue.put(items("f")) == 0


async def test_waiting_claimed_and_postponed_items_take_up_room(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b", "c"))
    await queue.fail(await claim_one(queue), "no route")
    await claim_one(queue)
    assert await WorkQueue(redis, size=4).room() == 0.25
    assert await WorkQueue(redis, size=3).room() == 0
