"""Items that fail: tried again, given up on, listed, retried and dropped."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from queued import claim_one, claimed, claims, come_due, items, park

import service.queue
from service.queue import DEATHS, TRIES, WorkQueue
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def test_failed_item_returns_only_once_it_is_due(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await queue.fail(await claim_one(queue), "no route")
    await queue.tick()
    assert await claimed(queue) == []
    await come_due(queue, redis)
    assert (await claim_one(queue)).tries == 1


async def test_all_failed_items_that_are_due_return_at_once(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b"))
    for claim in await claims(queue):
        await queue.fail(claim, "no route")
    await come_due(queue, redis)
    assert await claimed(queue) == ["a", "b"]


async def test_retry_after_of_the_site_postpones_the_item(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b"))
    first, second = await claims(queue)
    await queue.fail(first, "busy", retry_after=3_600)
    await queue.fail(second, "busy")
    (_, soon), (_, late) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    assert 3_580_000 < late - soon < 3_600_000


async def test_site_can_postpone_an_item_by_a_day_at_most(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await queue.fail(await claim_one(queue), "busy", retry_after=1e6)
    (failing,) = await queue.failing()
    assert failing.due
    assert failing.due - failing.failed <= timedelta(days=1, seconds=1)


async def test_fifth_failure_parks_an_item_with_its_reason(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    (parked,) = await queue.parked()
    assert (parked.item.id, parked.reason, parked.tries) == ("a", "no route", TRIES)
    assert await claimed(queue) == []
    assert await queue.waiting() == 0


async def test_damaged_item_is_listed_by_its_id(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    await redis.hset(keys.WORK_ITEMS, "a", "nonsense")
    (parked,) = await queue.parked()
    assert (parked.item.id, parked.item.title, parked.reason) == ("a", "damaged in the queue", "no route")


async def test_parked_ids_are_listed_though_an_item_is_damaged(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    await redis.hset(keys.WORK_ITEMS, "a", "nonsense")
    assert await queue.parked_ids() == ["a"]


async def test_latest_parked_items_are_listed_up_to_the_limit(queue: WorkQueue, redis: Redis) -> None:
    for each in ("a", "b", "c"):
        await park(queue, redis, each)
        await redis.zincrby(keys.WORK_PARKED, ord(each), each)  # they may be parked in the same millisecond
    assert [parked.item.id for parked in await queue.parked(2)] == ["c", "b"]


@pytest.mark.parametrize("leave", ["retry", "drop"])
async def test_item_that_leaves_while_parked_items_are_listed_is_not_listed(redis: Redis, leave: str) -> None:
    class Slow:
        async def zrange(self, *args: Any, **options: Any) -> Any:
            found = await redis.zrange(*args, **options)
            await getattr(queue, leave)(["a"])
            return found

        def __getattr__(self, name: str) -> Any:
            return getattr(redis, name)

    queue = WorkQueue(redis)
    await park(queue, redis, "a")
    queue._redis = Slow()  # noqa: SLF001 -- another client is quicker
    assert await queue.parked() == []


async def test_failing_item_is_listed_with_the_reason_of_its_last_failure(
    queue: WorkQueue, redis: Redis
) -> None:
    await queue.put(items("a"))
    for reason in ("no route", "timed out"):
        await queue.fail(await claim_one(queue), reason)
        await come_due(queue, redis)
    (failing,) = await queue.failing()
    assert (failing.item.id, failing.reason, failing.tries) == ("a", "timed out", 2)


async def test_failing_item_is_listed_with_the_time_of_its_next_try(queue: WorkQueue) -> None:
    await queue.put(items("a"))
    await queue.fail(await claim_one(queue), "no route", retry_after=100)
    (failing,) = await queue.failing()
    assert failing.due
    assert (failing.due - failing.failed).total_seconds() == pytest.approx(100, abs=1)


async def test_failing_item_that_is_being_tried_has_no_time_of_its_next_try(
    queue: WorkQueue, redis: Redis
) -> None:
    await queue.put(items("a"))
    await queue.fail(await claim_one(queue), "no route")
    await come_due(queue, redis)
    (failing,) = await queue.failing()
    assert failing.due is None


async def test_latest_failing_items_are_listed_up_to_the_limit(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b", "c"))
    for claim in await claims(queue):
        await queue.fail(claim, "no route")
        await redis.zincrby(keys.WORK_FAILED, ord(claim.item.id), claim.item.id)  # all in one millisecond
    assert [failing.item.id for failing in await queue.failing(2)] == ["c", "b"]


@pytest.mark.parametrize("end", ["give_back", "acknowledge", "park"])
async def test_item_that_does_not_fail_is_not_listed_as_failing(
    queue: WorkQueue, redis: Redis, end: str
) -> None:
    await queue.put(items("a"))
    if end == "give_back":
        await queue.give_back(await claim_one(queue))
    elif end == "park":
        await park(queue, redis, "a")
    else:
        await queue.fail(await claim_one(queue), "no route")
        await come_due(queue, redis)
        await queue.acknowledge(await claim_one(queue), "new")
    assert not await redis.exists(keys.WORK_FAILED)


async def test_parked_item_is_not_put_again(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    assert await queue.put(items("a")) == 1
    assert await claimed(queue) == []


async def test_retried_item_starts_with_no_failures(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    assert await queue.retry(["a", "b"]) == 1
    assert (await claim_one(queue)).tries == 0
    assert await queue.parked() == []


async def test_retried_item_starts_with_no_deaths(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    await redis.hset(keys.WORK_DEATHS, "a", DEATHS)
    await queue.retry(["a"])
    assert not await redis.exists(keys.WORK_DEATHS)


async def test_dropped_item_leaves_nothing(queue: WorkQueue, redis: Redis) -> None:
    await park(queue, redis, "a")
    assert await queue.drop(["a", "b"]) == 1
    assert await queue.parked() == []
    assert await redis.exists(keys.WORK_ITEMS, keys.WORK_TRIES, keys.WORK_REASONS) == 0


async def test_oldest_parked_item_is_forgotten_when_there_are_too_many(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(service.queue._CONSTANTS, "MAX_PARKED", 1)  # noqa: SLF001 -- what the scripts are given
    queue = WorkQueue(redis)
    for each in ("a", "b"):
        await park(queue, redis, each)
    assert [parked.item.id for parked in await queue.parked()] == ["b"]
    assert await redis.hkeys(keys.WORK_ITEMS) == [b"b"]
