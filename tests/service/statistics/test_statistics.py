"""The counts of the work queue, and the statistics made of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from deaths import DONE, dying
from redis import ResponseError
from valkeys import full
from workshop import an_item, claim, counts, work_on

from service.counting import Histogram, Span, Stage
from service.feeds.subscriptions import Subscription, Subscriptions
from service.pool.work import Facts
from service.queue import DEATHS, TRIES, Item, WorkQueue
from service.state import keys
from service.statistics.queue import read_queue
from service.statistics.reporter import Reporter
from service.statistics.site import Alarm
from service.statistics.sitetable import SiteColumn
from service.statistics.statistics import Statistics
from service.worker.worker import Worker
from urltree.models import Status

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.statistics.counts import Counts


@pytest.fixture
async def filled(redis: Redis) -> WorkQueue:
    """A queue with one item."""
    queue = WorkQueue(redis)
    await queue.put([an_item()])
    return queue


async def total(redis: Redis, span: Span = Span.HOUR) -> Counts:
    return (await Statistics(redis).overviews[span].get()).total


@pytest.mark.parametrize("span", list(Span))
async def test_outcome_of_an_item_is_counted_in_every_span(
    redis: Redis, filled: WorkQueue, span: Span
) -> None:
    await filled.acknowledge(await claim(filled), "rules")
    found = await total(redis, span)
    assert (found["queued"], found["rules"], found.finished) == (1, 1, 1)


async def test_totals_hold_all_counts(redis: Redis, filled: WorkQueue) -> None:
    await filled.acknowledge(await claim(filled), "refused:robots")
    assert await Statistics(redis).totals() == {"queued": 1, "refused:robots": 1}


async def test_item_put_again_is_not_counted_again(redis: Redis, filled: WorkQueue) -> None:
    await filled.put([an_item()])
    assert (await total(redis))["queued"] == 1


async def test_item_refused_by_a_full_queue_is_not_counted(redis: Redis) -> None:
    await WorkQueue(redis, size=1).put([an_item("1"), an_item("2")])
    assert (await total(redis))["queued"] == 1


async def test_item_finished_by_two_workers_is_counted_once(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put([an_item()])
    lost = await claim(queue)
    await queue.tick()
    await queue.acknowledge(await claim(queue), "new")
    await queue.acknowledge(lost, "response_url")
    assert (await total(redis)).finished == 1


@DONE
async def test_item_of_a_dead_worker_is_counted_once(
    parts: dict[str, Any], queue: WorkQueue, redis: Redis, done: bool
) -> None:
    with dying(WorkQueue, "acknowledge", done=done):
        await work_on(parts, an_item())
    await queue.tick()
    for each in await queue.claim(1, 0.001):
        await Worker(**parts).work(each)
    found = await total(redis)
    assert found.finished == sum((await counts(redis)).values()) == 1


async def test_failures_and_parked_items_are_counted(redis: Redis, filled: WorkQueue) -> None:
    for _ in range(TRIES):
        await filled.fail(await claim(filled), "no answer")
        await redis.zadd(keys.WORK_LATER, {"1": 0}, xx=True)
        await filled.tick()
    found = await total(redis)
    assert (found["failed"], found["parked"], found.error_rate) == (TRIES - 1, 1, 1.0)


async def test_item_whose_workers_keep_dying_is_counted_as_parked(redis: Redis) -> None:
    queue = WorkQueue(redis, lease=0)
    await queue.put([an_item()])
    await redis.hset(keys.WORK_DEATHS, "1", DEATHS - 1)
    await claim(queue)
    await queue.tick()
    assert (await total(redis))["parked"] == 1


async def test_waiting_for_a_turn_is_not_a_failure(redis: Redis, filled: WorkQueue) -> None:
    await filled.spread(await claim(filled), "example.com", 1, 1)
    assert (await total(redis)).failures == 0


async def test_time_from_queue_to_stream_is_measured(parts: dict[str, Any], redis: Redis) -> None:
    await work_on(parts, an_item())
    latency = Histogram.of(Stage.STREAM, await total(redis))
    assert latency.count == 1
    assert latency.sum > 0


async def test_time_of_a_duplicate_is_not_measured(parts: dict[str, Any], redis: Redis) -> None:
    await work_on(parts, an_item("1"))
    await work_on(parts, an_item("2"))
    assert Histogram.of(Stage.STREAM, await total(redis)).count == 1


async def test_time_of_a_revision_is_measured(redis: Redis, filled: WorkQueue) -> None:
    await filled.acknowledge(await claim(filled), "revision")
    assert Histogram.of(Stage.STREAM, await total(redis)).count == 1


async def test_time_starts_when_the_item_is_put(redis: Redis, filled: WorkQueue) -> None:
    await redis.zincrby(keys.WORK_SINCE, -100_000, "1")
    await filled.acknowledge(await claim(filled), "new")
    assert Histogram.of(Stage.STREAM, await total(redis)).sum == pytest.approx(100, abs=5)


async def test_period_holds_only_what_was_counted_in_it(redis: Redis) -> None:
    now = time.time()
    starts = Span.HOUR.starts(now)
    await redis.hset(keys.statistics(60, starts[-3]), "new", "5")
    await redis.hset(keys.statistics(60, starts[0] - 60), "new", "7")
    overview = await Statistics(redis).overviews[Span.HOUR].get()
    assert {period.start: period.counts["new"] for period in overview.periods if period.counts["new"]} == {
        starts[-3]: 5
    }
    assert (len(overview.periods), overview.total.published) == (60, 5)


async def test_current_period_has_lasted_since_its_start(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_767_600_000 + 90.0)
    periods = (await Statistics(redis).overviews[Span.DAY].get()).periods
    assert [period.minutes for period in periods[-2:]] == [15, 1.5]


@pytest.mark.parametrize(("seconds", "last"), [(59, 1_767_599_100), (60, 1_767_600_000)])
async def test_pace_excludes_periods_shorter_than_a_minute(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, seconds: int, last: int
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1_767_600_000 + seconds)
    assert (await Statistics(redis).overviews[Span.DAY].get()).paced[-1].start == last


@pytest.mark.parametrize("span", list(Span))
def test_periods_of_a_span_are_equal_and_end_now(span: Span) -> None:
    now = 1_767_323_045.5
    starts = span.starts(now)
    assert (len(starts), starts.step) == (span.periods, span.seconds)
    assert starts[-1] <= now < starts[-1] + span.seconds


@pytest.mark.parametrize("span", list(Span))
async def test_period_expires_once_no_span_includes_it(redis: Redis, span: Span) -> None:
    await WorkQueue(redis).put([an_item()])
    (key,) = await redis.keys(f"{keys.STATISTICS}:{span.seconds}:*")
    whole = span.periods * span.seconds
    assert whole < await redis.ttl(key) <= whole + span.seconds


async def test_backlog_has_counts_and_ages(redis: Redis) -> None:
    queue = WorkQueue(redis)
    await queue.put([an_item("1"), an_item("2"), an_item("3"), an_item("4")])
    await redis.zincrby(keys.WORK_SINCE, -60_000, "2")
    await queue.fail(await claim(queue), "no answer")
    await claim(queue)
    queue = await read_queue(redis)
    assert (queue.waiting, queue.in_work, queue.parked) == (3, 1, 0)
    assert queue.oldest == pytest.approx(60, abs=5)
    assert 0 < queue.lag < 5


async def test_parked_item_does_not_count_towards_the_oldest_age(redis: Redis, filled: WorkQueue) -> None:
    one = await claim(filled)
    await filled.fail(one._replace(tries=TRIES - 1), "no answer")
    assert (await read_queue(redis)).oldest == 0
    await filled.retry(["1"])
    assert (await read_queue(redis)).oldest > 0


async def test_empty_queue_has_no_ages(redis: Redis) -> None:
    assert await read_queue(redis) == (0, 0, 0, 0.0, 0.0)


async def test_present_summarises_sites_and_memory(redis: Redis) -> None:
    reporter = Reporter(redis)
    for domain, warm in (("a.com", True), ("b.com", False), ("b.com", False)):
        reporter.learnt(Facts(domain, Status.NEW, warm=warm, template_changed=not warm, read=1_000, kept=500))
    await reporter.flush()
    present = await Statistics(redis).present.get()
    assert (present.sites, present.warm, present.documents) == (2, 1, 3)
    assert present.alarms[Alarm.TEMPLATE_CHANGED] == 1
    assert present.memory.used > 0


async def test_a_store_that_takes_writes_refuses_nothing(redis: Redis) -> None:
    assert await Statistics(redis).refusal() == ""


async def test_asking_for_a_refusal_writes_nothing(redis: Redis) -> None:
    await Statistics(redis).refusal()
    assert await redis.dbsize() == 0


async def test_backlog_that_the_store_refuses_to_tell_is_the_error_of_the_store(redis: Redis) -> None:
    await redis.config_set("replica-serve-stale-data", "no")
    await redis.replicaof("127.0.0.1", "1")  # it has lost its primary
    try:
        with pytest.raises(ResponseError, match="MASTER is down"):
            await read_queue(redis)
    finally:
        await redis.replicaof("NO", "ONE")
        await redis.config_set("replica-serve-stale-data", "yes")


async def test_a_full_store_refuses_with_its_reason(redis: Redis) -> None:
    async with full(redis):
        assert "maxmemory" in (await Statistics(redis).present.get()).refusal


async def test_site_of_a_silent_feed_has_an_alarm(redis: Redis) -> None:
    times = tuple(float(each) for each in range(10))
    await Subscriptions(redis).add(Subscription("1", "https://a.com/feed", "a.com", times=times), 0)
    reporter = Reporter(redis)
    reporter.learnt(Facts("a.com", Status.NEW, warm=True, template_changed=False, read=9, kept=5))
    await reporter.flush()
    assert (await Statistics(redis).sites.get()).get("a.com").alarms == (Alarm.SILENT_FEED,)


async def test_sites_can_be_searched_and_sorted(redis: Redis) -> None:
    reporter = Reporter(redis)
    for number in range(30):
        facts = Facts(f"site{number}.com", Status.NEW, warm=True, template_changed=False, read=9, kept=5)
        for _ in range(number + 1):
            reporter.learnt(facts)
    await reporter.flush()
    sites = await Statistics(redis).sites.get()
    found = sites.find("site2", SiteColumn.DOCUMENTS, descending=True)
    assert found == [*(f"site{number}.com" for number in range(29, 19, -1)), "site2.com"]


async def test_overview_is_cached_between_calls(redis: Redis) -> None:
    statistics, queue = Statistics(redis), WorkQueue(redis)
    before = await statistics.overviews[Span.HOUR].get()
    await queue.put([Item(id="1", url="http://example.com/")])
    assert await statistics.overviews[Span.HOUR].get() is before
