"""Items that fail are refused, retried later, or wait their turn at a busy host."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from valkeys import refusing_writes
from waiting import until
from workshop import URL, an_item, claim, counts, remaining, work_on

from service.fetching.errors import BusyError, FetchError, Reason
from service.pool.reading import UnreadableError
from service.queue import TRIES
from service.running.tasks import cancel
from service.state import keys
from service.statistics.counts import Counted
from service.statistics.reporter import Reporter
from service.statistics.statistics import Statistics
from service.worker import worker
from service.worker.worker import Worker
from urltree.errors import StoreRefusedError
from urltree.store.keys import LAYOUT, domain_prefix

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis.asyncio import Redis
    from workshop import Site

HOUR = 3_600_000


async def damage_marks(redis: Redis) -> None:
    await redis.set(f"{keys.PUBLISHED}example.com", "")


async def use_another_layout(redis: Redis) -> None:
    await redis.hset(f"{domain_prefix('example.com')}meta", mapping={"layout": LAYOUT - 1, "first": 1})


@pytest.mark.parametrize("reason", [each for each in Reason if FetchError(each, "no").is_final])
async def test_item_is_refused_if_its_fetch_would_fail_again(
    parts: dict[str, Any], site: Site, redis: Redis, reason: Reason
) -> None:
    site.pages[URL] = FetchError(reason, "no")
    await work_on(parts, an_item())
    assert (await remaining(redis), await counts(redis)) == (0, {f"refused:{reason}": 1})


async def test_body_that_is_not_text_is_refused(parts: dict[str, Any], site: Site, redis: Redis) -> None:
    site.pages[URL] = b"%PDF-1.7 \x00\x01"
    await work_on(parts, an_item())
    assert (await remaining(redis), await counts(redis)) == (0, {"refused:bad-page": 1})


@pytest.mark.parametrize("reason", [Reason.DNS, Reason.CONNECT, Reason.TIMEOUT, Reason.STATUS])
async def test_item_is_retried_if_its_fetch_may_succeed_later(
    parts: dict[str, Any], site: Site, redis: Redis, reason: Reason
) -> None:
    site.pages[URL] = FetchError(reason, "no", retry_after=600)
    await work_on(parts, an_item())
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"
    assert await redis.zcard(keys.WORK_LATER) == 1


@pytest.mark.parametrize(
    ("left", "fate", "level"), [(2, "will be tried again later", "INFO"), (1, "is given up", "WARNING")]
)
async def test_log_tells_what_becomes_of_an_item_that_failed(
    *,
    parts: dict[str, Any],
    site: Site,
    redis: Redis,
    caplog: pytest.LogCaptureFixture,
    left: int,
    fate: str,
    level: str,
) -> None:
    site.pages[URL] = FetchError(Reason.CONNECT, "no")
    await redis.hset(keys.WORK_TRIES, "1", TRIES - left)
    with caplog.at_level("INFO", "service.worker.worker"):
        await work_on(parts, an_item())
    (line,) = caplog.records
    assert (line.levelname, line.getMessage()) == (level, f"{URL} {fate}: no")


async def test_retry_after_of_the_site_postpones_the_item(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    site.pages[URL] = FetchError(Reason.STATUS, "no", retry_after=HOUR / 1000)
    await work_on(parts, an_item())
    ((_, due),) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    seconds, _ = await redis.time()
    assert due / 1000 - seconds > HOUR / 2000


async def test_page_whose_extraction_process_died_is_retried(parts: dict[str, Any], redis: Redis) -> None:
    class Mortal:
        async def read(self, *_: Any) -> None:
            raise UnreadableError("worker-died", "no", is_final=False)

    await work_on(parts | {"reader": Mortal()}, an_item())
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"


async def test_item_of_a_busy_host_is_postponed_without_a_failed_try(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    site.pages[URL] = BusyError("example.com", interval=1, wait=20)
    await work_on(parts, an_item())
    assert await redis.zcard(keys.WORK_LATER) == 1
    assert await redis.hget(keys.WORK_TRIES, "1") is None


async def test_pages_redirecting_to_the_same_busy_host_are_spaced_by_its_interval(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    for number, host in enumerate(("a.example", "b.example")):
        url = f"http://{host}/"
        site.pages[url] = BusyError("c.example", interval=1_000, wait=9_000)
        await work_on(parts, an_item(str(number), url))
    (_, first), (_, second) = await redis.zrange(keys.WORK_LATER, 0, -1, withscores=True)
    seconds, _ = await redis.time()
    assert first / 1000 - seconds == pytest.approx(9_000, abs=500)
    assert second - first == 1_000_000


@pytest.mark.parametrize("damage", [damage_marks, use_another_layout])
async def test_item_that_the_store_refuses_for_good_fails(
    parts: dict[str, Any], redis: Redis, damage: Callable[[Redis], Awaitable[object]]
) -> None:
    await damage(redis)
    await asyncio.wait_for(work_on(parts, an_item()), 30)
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"


@pytest.mark.parametrize("setting", ["maxmemory", "min-replicas-to-write"])
async def test_item_waits_without_a_failed_try_while_the_store_takes_no_writes(
    *,
    parts: dict[str, Any],
    redis: Redis,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    setting: str,
) -> None:
    monkeypatch.setattr(worker, "_PAUSE", 0.01)
    await parts["queue"].put([an_item()])
    claimed = await claim(parts["queue"])
    async with refusing_writes(redis, setting):
        working = asyncio.create_task(Worker(**parts).work(claimed))
        await until(lambda: working.done() or f"{URL} will be tried again: " in caplog.text)
    await working
    assert await counts(redis) == {"new": 1}


@pytest.mark.parametrize(
    "refusal",
    [
        "OOM command not allowed when used memory > 'maxmemory'",
        "NOREPLICAS Not enough good replicas to write.",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "You can't write against a read only replica.",  # without its first word, as redis-py has it
    ],
)
async def test_item_that_was_refused_with_all_writes_waits_though_the_store_takes_writes_again(
    parts: dict[str, Any], redis: Redis, monkeypatch: pytest.MonkeyPatch, refusal: str
) -> None:
    monkeypatch.setattr(worker, "_PAUSE", 0.01)
    read, refusals = parts["reader"].read, iter([StoreRefusedError(f"the store refuses: {refusal}")])

    class Refused:
        async def read(self, *given: Any) -> Any:
            for error in refusals:
                raise error
            return await read(*given)

    await work_on(parts | {"reader": Refused()}, an_item())
    assert await counts(redis) == {"new": 1}


async def refused(parts: dict[str, Any], redis: Redis, caplog: pytest.LogCaptureFixture) -> list[str]:
    """Work at an item while the store refuses to note that it fails; return what is logged meanwhile."""
    caplog.set_level("INFO")
    await parts["queue"].put([an_item()])
    claimed = await claim(parts["queue"])
    async with refusing_writes(redis, "min-replicas-to-write"):
        working = asyncio.create_task(Worker(**parts).work(claimed))
        await until(lambda: bool(caplog.messages))
        logged = list(caplog.messages)
        await cancel(working)
    return logged


@pytest.mark.parametrize(
    "failure",
    [FetchError(Reason.TIMEOUT, "no"), FetchError(Reason.ROBOTS, "no"), ZeroDivisionError()],
    ids=["repeated", "refused", "internal"],
)
async def test_failure_is_not_told_before_the_store_has_noted_it(
    parts: dict[str, Any], site: Site, redis: Redis, caplog: pytest.LogCaptureFixture, failure: Exception
) -> None:
    site.pages[URL] = failure
    (line,) = await refused(parts, redis, caplog)
    assert line.startswith(f"{URL} will be tried again: NOREPLICAS")


async def test_internal_error_is_not_counted_before_the_store_has_noted_it(
    parts: dict[str, Any], site: Site, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    site.pages[URL] = ZeroDivisionError()
    counted = list[None]()
    await refused(parts | {"failed": lambda: counted.append(None)}, redis, caplog)
    assert counted == []


async def test_internal_error_counts_as_a_failed_try_of_the_item(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    site.pages[URL] = ZeroDivisionError()
    await work_on(parts, an_item())
    assert await redis.hget(keys.WORK_TRIES, "1") == b"1"


async def test_internal_error_is_counted_as_one_of_the_service(
    parts: dict[str, Any], site: Site, redis: Redis
) -> None:
    site.pages[URL] = ZeroDivisionError()
    reporter = Reporter(redis)
    await work_on(parts | {"failed": reporter.failed}, an_item())
    await reporter.flush()
    assert (await Statistics(redis).totals())[Counted.ERROR] == 1
