"""What a crew does is measured."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest
from waiting import until
from workshop import URL, Site

from service.counting import Histogram, Stage
from service.crew import at_work, measured_answer, measured_fetch
from service.fetching.errors import FetchError, Reason
from service.fetching.fetcher import Fetcher
from service.pool.work import Facts, Job, Reply
from service.settings.settings import Settings
from service.statistics.reporter import Reporter
from service.statistics.statistics import Statistics
from urltree.models import Status

if TYPE_CHECKING:
    from pathlib import Path

    from redis.asyncio import Redis as AsyncRedis

    from service.pool.work import Answers

FACTS = Facts("example.com", Status.NEW, warm=True, template_changed=False, read=1_000, kept=400)

RULE = r"""
[[rule]]
match = '^x\.org/read\?'
keep = ["nr"]
example = "http://x.org/read?nr=1"
key = "http://x.org/read?nr=1"
"""


async def measure(reply: Reply, reporter: Reporter) -> Reply:
    """Measure a pool that gives this answer."""

    async def answer(_job: Job) -> Reply:
        return reply

    return await measured_answer(answer, reporter)(Job(b"", is_html=True, query={}))


async def test_extraction_is_timed_and_its_facts_are_counted(redis: AsyncRedis) -> None:
    reporter = Reporter(redis)
    reply = Reply(200, b"", "", {}, FACTS)
    assert await measure(reply, reporter) is reply
    await reporter.flush()
    totals = await Statistics(redis).totals()
    assert (Histogram.of(Stage.EXTRACT, totals).count, totals["document:new:warm"]) == (1, 1)


async def test_time_of_an_extraction_is_that_since_its_start(
    redis: AsyncRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.crew.perf_counter", iter((100.0, 102.5)).__next__)
    reporter = Reporter(redis)
    await measure(Reply(200, b"", "", {}), reporter)
    await reporter.flush()
    assert Histogram.of(Stage.EXTRACT, await Statistics(redis).totals()).sum == 2.5


@pytest.mark.parametrize("status", [422, 503])
async def test_refused_page_is_not_timed(redis: AsyncRedis, status: int) -> None:
    reporter = Reporter(redis)
    await measure(Reply(status, b"", "", {}), reporter)
    await reporter.flush()
    assert Histogram.of(Stage.EXTRACT, await Statistics(redis).totals()).count == 0


@pytest.mark.parametrize(("status", "errors"), [(422, 0), (500, 1), (503, 1)])
async def test_only_failures_of_the_service_count_as_errors(
    redis: AsyncRedis, status: int, errors: int
) -> None:
    reporter = Reporter(redis)
    await measure(Reply(status, b"", "", {}), reporter)
    await reporter.flush()
    assert (await Statistics(redis).totals())["error"] == errors


async def test_successful_fetch_is_timed(redis: AsyncRedis) -> None:
    reporter = Reporter(redis)
    page = await measured_fetch(Site(), reporter)(URL)
    await reporter.flush()
    assert (page.url, Histogram.of(Stage.FETCH, await Statistics(redis).totals()).count) == (URL, 1)


async def test_failed_fetch_is_not_timed(redis: AsyncRedis) -> None:
    reporter, site = Reporter(redis), Site()
    site.pages[URL] = FetchError(Reason.DNS, "no such host")
    with pytest.raises(FetchError):
        await measured_fetch(site, reporter)(URL)
    await reporter.flush()
    assert Histogram.of(Stage.FETCH, await Statistics(redis).totals()).count == 0


async def test_pages_are_read_by_the_rules_of_the_folder_as_it_is_now(
    redis: AsyncRedis, valkey_url: str, tmp_path: Path
) -> None:
    settings = Settings(redis_url=valkey_url, workers=1, rules=tmp_path)
    job = Job(b"<p>The new bridge is open.", is_html=True, query={"url": "http://x.org/read?nr=1"})

    async with (
        aclosing(Fetcher(settings.fetching, redis)) as fetcher,
        at_work(settings, valkey_url, redis, fetcher) as crew,
    ):
        (tmp_path / "a.toml").write_text(RULE)
        await until(lambda: is_kept(crew.answer, job))


async def is_kept(answer: Answers, job: Job) -> bool:
    return b"nr=1" in (await answer(job)).body.partition(b"url_key")[2]
