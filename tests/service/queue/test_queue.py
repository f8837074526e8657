"""The work queue: items are put, claimed and completed once."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from queued import claim_one, claimed, claims, items
from redis.asyncio import Redis as AsyncRedis
from redis.exceptions import OutOfMemoryError
from valkeys import PATIENCE, full

from service.queue import Item, WorkQueue
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def test_items_are_claimed_in_the_order_they_were_put(queue: WorkQueue) -> None:
    await queue.put(items("b", "a", "c"))
    assert await claimed(queue) == ["b", "a", "c"]


async def test_item_is_claimed_with_all_its_fields(queue: WorkQueue) -> None:
    item = Item(
        id="1", url="https://example.com/1", feed="f", title="T", author="A",
        published="2026-01-02T03:04:05Z", labels=("x", "y"),
    )  # fmt: skip
    await queue.put([item])
    assert (await claim_one(queue)).item == item


async def test_damaged_item_is_dropped_and_others_are_claimed(
    queue: WorkQueue, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await queue.put(items("a", "b", "c"))
    await redis.hset(keys.WORK_ITEMS, "b", "nonsense")
    assert await claimed(queue) == ["a", "c"]
    assert await queue.waiting() == 2
    assert "an item in the work queue is dropped, as it cannot be read" in caplog.text


async def test_first_tick_makes_what_claims_need(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await queue.tick()
    assert [claim.item.id for claim in await queue.claim(1, 0.001)] == ["a"]


async def test_workers_may_begin_at_the_same_moment(valkey_url: str) -> None:
    clients = [AsyncRedis.from_url(valkey_url, socket_timeout=PATIENCE) for _ in range(8)]
    await asyncio.gather(*(client.ping() for client in clients))
    assert await asyncio.gather(*(WorkQueue(client).claim(1, 0.001) for client in clients)) == [[]] * 8
    await asyncio.gather(*(client.aclose() for client in clients))


async def test_worker_that_begins_while_the_store_is_full_learns_why_it_cannot(
    queue: WorkQueue, redis: Redis
) -> None:
    async with full(redis):
        with pytest.raises(OutOfMemoryError):
            await queue.claim(1, 0.001)


async def test_item_is_claimed_only_once(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await claim_one(queue)
    assert await claimed(queue) == []


async def test_claim_waits_for_an_item(queue: WorkQueue, redis: Redis) -> None:
    assert await claims(queue) == []
    waiting = asyncio.create_task(queue.claim(1, 30))
    while not (waiting.done() or (await redis.info("clients"))["blocked_clients"]):  # noqa: ASYNC110 -- nothing to await
        await asyncio.sleep(0)
    await queue.put(items("a"))
    assert [claim.item.id for claim in await waiting] == ["a"]


async def test_claim_need_not_wait(queue: WorkQueue) -> None:
    async with asyncio.timeout(PATIENCE / 2):
        assert await queue.claim(1, 0) == []


async def test_putting_a_waiting_item_again_changes_nothing(queue: WorkQueue) -> None:
    assert await queue.put(items("a")) == await queue.put(items("a")) == 1
    assert await claimed(queue) == ["a"]


async def test_putting_a_claimed_item_again_changes_nothing(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await claim_one(queue)
    assert await queue.put(items("a")) == 1
    assert await claimed(queue) == []


async def test_completed_item_can_be_put_again(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await queue.acknowledge(await claim_one(queue), "new")
    await queue.put(items("a"))
    assert await claimed(queue) == ["a"]


async def test_completed_items_leave_only_their_count(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b"))
    for claim in await claims(queue):
        await queue.acknowledge(claim, "new")
    assert await redis.hget(keys.STATISTICS, "new") == b"2"
    assert await redis.xlen(keys.WORK) == 0
    left = [key for key in await redis.keys("*") if not key.startswith(keys.STATISTICS.encode())]
    assert left == [keys.WORK.encode()]


async def test_deaths_are_forgotten_with_the_item(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await redis.hset(keys.WORK_DEATHS, "a", "1")
    await queue.acknowledge(await claim_one(queue), "new")
    assert not await redis.exists(keys.WORK_DEATHS)


async def test_acknowledging_twice_counts_once(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    claim = await claim_one(queue)
    await queue.acknowledge(claim, "new")
    await queue.acknowledge(claim, "new")
    assert await redis.hget(keys.STATISTICS, "new") == b"1"
