"""Items of workers that die, are slow, or give them back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from queued import claim_one, claimed, claims, items

from service.queue import DEATHS, WorkQueue
from service.state import keys

if TYPE_CHECKING:
    import pytest
    from redis.asyncio import Redis

    from service.queue import Claim


async def test_claim_of_a_dead_worker_is_given_to_another(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put(items("a"))
    await claim_one(queue)
    await queue.tick()
    assert await claimed(queue) == ["a"]


async def test_claim_is_not_given_to_another_before_its_lease_is_over(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=30)
    await queue.put(items("a"))
    entries: list[Any] = [(await claim_one(queue)).entry]
    await redis.xclaim(keys.WORK, keys.WORK_GROUP, "worker", 0, entries, idle=20_000)
    await queue.tick()
    assert await claimed(queue) == []


async def test_all_that_dead_workers_had_claimed_is_given_to_others_at_once(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put(items("a", "b"))
    await claims(queue)
    await queue.tick()
    assert await claimed(queue) == ["a", "b"]


async def test_held_claims_are_renewed_before_idle_ones_are_taken_away(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=30)
    await queue.put(items("a", "b"))
    held = [await claim_one(queue) for _ in range(2)]
    # As if they had been claimed a minute ago.
    entries: list[Any] = [claim.entry for claim in held]
    await redis.xclaim(keys.WORK, keys.WORK_GROUP, "worker", 0, entries, idle=60_000)
    await queue.tick(held)
    assert await claimed(queue) == []


async def test_worker_presumed_dead_cannot_settle_its_claim(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put(items("a"))
    late = await claim_one(queue)
    await queue.tick()
    await queue.acknowledge(late, "new")
    await queue.fail(late, "no route")
    await queue.spread(late, "example.com", 10, 10)
    await queue.tick([late])
    assert await claimed(queue) == ["a"]
    assert await redis.hkeys(keys.STATISTICS) == [b"queued"]
    assert await redis.exists(keys.WORK_LATER) == 0


async def test_item_completed_by_others_before_the_claim_is_read_is_not_claimed(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    class Slow(WorkQueue):
        async def _claims(self, entries: Any) -> list[Claim]:
            await others.tick()
            await others.acknowledge(await claim_one(others), "new")
            return await super()._claims(entries)

    others = WorkQueue(redis, lease=0)
    await others.put(items("a"))
    assert await claims(Slow(redis)) == []
    assert caplog.text == ""


async def test_item_whose_workers_keep_dying_is_parked(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put(items("a"))
    for _ in range(DEATHS):
        await claim_one(queue)
        await queue.tick()
    assert await claimed(queue) == []
    assert [parked.reason for parked in await queue.parked()] == ["its worker died, 30 times"]


async def test_returned_item_has_no_failed_tries(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await queue.give_back(await claim_one(queue))
    await queue.tick()
    assert (await claim_one(queue)).tries == 0


async def test_returned_item_is_not_counted_as_an_outcome(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await queue.give_back(await claim_one(queue))
    assert await redis.hkeys(keys.STATISTICS) == [b"queued"]


async def test_items_of_a_busy_host_are_spaced_by_its_interval(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b", "c"))
    for claim in await claims(queue):
        await queue.spread(claim, "example.com", 10, 30)
    (_, first), (_, second), (_, third) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    assert (second - first, third - second) == (10_000, 10_000)


async def test_items_of_a_busy_host_are_spaced_as_long_as_others_wait(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await queue.spread(await claim_one(queue), "example.com", 10, 30)
    assert 25_000 < await redis.pttl(keys.WORK_HOST + "example.com") <= 30_000
