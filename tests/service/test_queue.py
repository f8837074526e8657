"""The work queue: no item is lost or handled twice, whatever happens to its workers."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from redis.asyncio import Redis as AsyncRedis
from valkeys import PATIENCE

import service.queue
from service.queue import DEATHS, TRIES, Item, WorkQueue
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.queue import Claim

pytestmark = pytest.mark.anyio


@pytest.fixture
def queue(redis: Redis) -> WorkQueue:
    return WorkQueue(redis, size=5)


def items(*ids: str) -> list[Item]:
    return [Item(id=each, url=f"https://example.com/{each}") for each in ids]


async def claims(queue: WorkQueue, count: int = 10) -> list[Claim]:
    return await queue.claim(count, 0.001)


async def claimed(queue: WorkQueue) -> list[str]:
    return [claim.item.id for claim in await claims(queue)]


async def claim_one(queue: WorkQueue) -> Claim:
    (claim,) = await claims(queue, 1)
    return claim


async def make_due(redis: Redis) -> None:
    """Make all postponed items due now."""
    for each in await redis.zrange(keys.WORK_LATER, 0, -1):
        await redis.zadd(keys.WORK_LATER, {each: 0})


async def fail_until_parked(queue: WorkQueue, redis: Redis) -> None:
    for _ in range(TRIES):
        await queue.fail(await claim_one(queue), "no route")
        await make_due(redis)
        await queue.tick()


@pytest.fixture
def large(redis: Redis) -> WorkQueue:
    """Return a queue that takes four items of a site."""
    return WorkQueue(redis, size=8)


async def test_a_site_may_fill_half_of_the_queue(large: WorkQueue) -> None:
    assert await large.put(items(*(f"a:{number}" for number in range(6)))) == 4
    assert await large.put(items("a:5", "b:1")) == 0
    assert await large.put(items("b:1", "b:2")) == 2


@pytest.mark.parametrize("site", ["a.example", "[::1]", "a"])
async def test_only_items_of_the_same_site_count(large: WorkQueue, site: str) -> None:
    await large.put(items("a.example.org:1", "aa:1", "a-b:1", "a;:1"))
    assert await large.put(items(*(f"{site}:{number}" for number in range(6)))) == 4


async def test_items_that_are_done_or_parked_make_room_for_others_of_their_site(
    large: WorkQueue, redis: Redis
) -> None:
    await large.put(items("a:1"))
    await fail_until_parked(large, redis)
    await large.put(items("a:2", "a:3", "a:4", "a:5"))
    assert await large.put(items("a:6")) == 0
    await large.acknowledge((await claims(large))[0], "published")
    assert await large.put(items("a:6")) == 1


async def test_site_is_crowded_from_more_than_a_quarter_of_the_queue_on(large: WorkQueue) -> None:
    await large.put(items("a:1", "a:2"))
    assert not await large.is_crowded("a")
    await large.put(items("a:3"))
    assert await large.is_crowded("a")
    assert not await large.is_crowded("b")


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


async def test_queue_of_no_size_has_no_room(redis: Redis) -> None:
    assert await WorkQueue(redis, size=0).room() == 0


async def test_completed_items_leave_only_their_count(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b"))
    for claim in await claims(queue):
        await queue.acknowledge(claim, "new")
    assert await redis.hget(keys.STATISTICS, "new") == b"2"
    assert await redis.xlen(keys.WORK) == 0
    left = [key for key in await redis.keys("*") if not key.startswith(keys.STATISTICS.encode())]
    assert left == [keys.WORK.encode()]


@pytest.mark.parametrize("key", [keys.WORK_DEATHS, keys.WORK_OUTCOMES])
async def test_what_befell_an_item_is_forgotten_with_it(queue: WorkQueue, redis: Redis, key: str) -> None:
    await queue.put(items("a"))
    await redis.hset(key, "a", "1")
    await queue.acknowledge(await claim_one(queue), "new")
    assert not await redis.exists(key)


async def test_acknowledging_twice_counts_once(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    claim = await claim_one(queue)
    await queue.acknowledge(claim, "new")
    await queue.acknowledge(claim, "new")
    assert await redis.hget(keys.STATISTICS, "new") == b"1"


async def test_failed_item_returns_only_once_it_is_due(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await queue.fail(await claim_one(queue), "no route")
    await queue.tick()
    assert await claimed(queue) == []
    await make_due(redis)
    await queue.tick()
    assert (await claim_one(queue)).tries == 1


async def test_retry_after_of_the_site_postpones_the_item(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a", "b"))
    first, second = await claims(queue)
    await queue.fail(first, "busy", retry_after=3_600)
    await queue.fail(second, "busy")
    (_, soon), (_, late) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    assert 3_580_000 < late - soon < 3_600_000


async def test_fifth_failure_parks_an_item_with_its_reason(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await fail_until_parked(queue, redis)
    (parked,) = await queue.parked()
    assert (parked.item.id, parked.reason, parked.tries) == ("a", "no route", TRIES)
    assert await claimed(queue) == []
    assert await queue.waiting() == 0


async def test_latest_parked_items_are_listed_up_to_the_limit(queue: WorkQueue, redis: Redis) -> None:
    for each in ("a", "b", "c"):
        await queue.put(items(each))
        await fail_until_parked(queue, redis)
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
    await queue.put(items("a"))
    await fail_until_parked(queue, redis)
    queue._redis = Slow()  # noqa: SLF001 -- another client is quicker
    assert await queue.parked() == []


async def test_failing_item_is_listed_with_the_reason_of_its_last_failure(
    queue: WorkQueue, redis: Redis
) -> None:
    await queue.put(items("a"))
    for reason in ("no route", "timed out"):
        await queue.fail(await claim_one(queue), reason)
        await make_due(redis)
        await queue.tick()
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
    await make_due(redis)
    await queue.tick()
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
        await fail_until_parked(queue, redis)
    else:
        await queue.fail(await claim_one(queue), "no route")
        await make_due(redis)
        await queue.tick()
        await queue.acknowledge(await claim_one(queue), "new")
    assert not await redis.exists(keys.WORK_FAILED)


async def test_parked_item_is_not_put_again(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await fail_until_parked(queue, redis)
    assert await queue.put(items("a")) == 1
    assert await claimed(queue) == []


async def test_retried_item_starts_with_no_failures(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await fail_until_parked(queue, redis)
    assert await queue.retry(["a", "b"]) == 1
    assert (await claim_one(queue)).tries == 0
    assert await queue.parked() == []


async def test_retried_item_starts_with_no_deaths(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await fail_until_parked(queue, redis)
    await redis.hset(keys.WORK_DEATHS, "a", DEATHS)
    await queue.retry(["a"])
    assert not await redis.exists(keys.WORK_DEATHS)


async def test_dropped_item_leaves_nothing(queue: WorkQueue, redis: Redis) -> None:
    await queue.put(items("a"))
    await fail_until_parked(queue, redis)
    assert await queue.drop(["a", "b"]) == 1
    assert await queue.parked() == []
    assert await redis.exists(keys.WORK_ITEMS, keys.WORK_TRIES, keys.WORK_REASONS) == 0


async def test_oldest_parked_item_is_forgotten_when_there_are_too_many(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(service.queue._CONSTANTS, "MAX_PARKED", 1)  # noqa: SLF001 -- what the scripts are given
    queue = WorkQueue(redis)
    for each in ("a", "b"):
        await queue.put(items(each))
        await fail_until_parked(queue, redis)
    assert [parked.item.id for parked in await queue.parked()] == ["b"]
    assert await redis.hkeys(keys.WORK_ITEMS) == [b"b"]


async def test_claim_of_a_dead_worker_is_given_to_another(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put(items("a"))
    await claim_one(queue)
    await queue.tick()
    assert await claimed(queue) == ["a"]


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


async def test_item_completed_by_others_before_the_claim_is_read_is_not_claimed(redis: Redis) -> None:
    class Slow(WorkQueue):
        async def _claims(self, entries: Any) -> list[Claim]:
            await others.tick()
            await others.acknowledge(await claim_one(others), "new")
            return await super()._claims(entries)

    others = WorkQueue(redis, lease=0)
    await others.put(items("a"))
    assert await claims(Slow(redis)) == []


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
