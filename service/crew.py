"""Those who fetch and extract, the same in a service and in a worker on another machine.

    work queue ─► worker ─► fetch ─► recording
                     └────► processes that extract ◄── requests over HTTP

What they do is measured, and the reporter tells Redis.
"""

from __future__ import annotations

from contextlib import asynccontextmanager
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from redis import RedisError

from service.counting import Stage
from service.http.handlers import of_redis
from service.pool.pool import Pool
from service.pool.reading import Reader
from service.pool.rulefolder import RuleFolder
from service.pool.work import refuse
from service.queue import WorkQueue
from service.recording.recording import recorded
from service.running.tasks import running
from service.settings.common import common
from service.state.connection import while_it_answers
from service.statistics.reporter import Reporter
from service.stream.publish import Publisher
from service.worker.worker import Worker
from urltree.decide import heuristic

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from redis.asyncio import Redis

    from service.fetching.fetcher import Fetcher
    from service.fetching.values import Fetch, Fetched
    from service.pool.inspection import Inspect
    from service.pool.work import Answers, Job, Reply
    from service.settings.settings import Settings
    from urltree.store import Store


class Crew(NamedTuple):
    """Who works in a process. The worker is yet to be run."""

    queue: WorkQueue
    pool: Pool
    answer: Answers
    reporter: Reporter
    publisher: Publisher
    worker: Worker


def check(settings: Settings, store: Store) -> None:
    """Raise in plain words what would end every process that extracts: no such heuristic, or no store.

    Raises `HeuristicError` and `StoreError`.
    """
    heuristic(settings.heuristic)
    store.ping()


@asynccontextmanager
async def at_work(
    settings: Settings, url: str, redis: Redis, fetcher: Fetcher, readers: Callable[[], int] = lambda: 0
) -> AsyncIterator[Crew]:
    """Yield the crew of this process; its processes and its reporter run for as long as the context lasts.

    `readers` returns how many read the stream in this process. Raises `InputError` if pages are to be
    recorded and cannot be, `RuleError` if the rules do not load, and `UrlTreeError` if processes cannot be
    started.
    """
    rules = RuleFolder(settings.rules)
    reporter = Reporter(redis, readers, lambda: common(settings, rules.current))
    async with (
        Pool(settings, url, rules) as pool,
        running(reporter.run, rules.run),
        recorded(fetcher, settings, reporter.unrecorded) as fetch,
    ):
        answer = measured_answer(_watched(pool.answer, redis), reporter)
        queue = WorkQueue(redis, size=settings.queue_size, lease=settings.lease)
        publisher = Publisher(redis, settings.retention, settings.stream_retention)
        worker = Worker(
            redis,
            queue=queue,
            fetch=measured_fetch(fetch, reporter),
            # Twice as many as there are processes, so that none waits for its next page.
            reader=Reader(answer, 2 * settings.workers, markdown=settings.stream_markdown),
            rules=rules,
            publisher=publisher,
            failed=reporter.failed,
        )
        yield Crew(queue, pool, answer, reporter, publisher, worker)


def _watched(answer: Answers, redis: Redis) -> Answers:
    """Answer with a problem while the store hangs, however many jobs wait for it."""

    async def watch(job: Job | Inspect) -> Reply:
        try:
            return await while_it_answers(redis, answer(job))
        except RedisError as error:
            return refuse(of_redis(error), job.line)

    return watch


def measured_answer(answer: Answers, reporter: Reporter) -> Answers:
    """Record how long answers take, but for refusals, and what they report."""

    async def measure(job: Job | Inspect) -> Reply:
        start = perf_counter()
        reply = await answer(job)
        if reply.status < HTTPStatus.BAD_REQUEST:
            reporter.timed(Stage.EXTRACT, perf_counter() - start)
        if reply.facts:
            reporter.learnt(reply.facts)
        elif reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            reporter.failed()
        return reply

    return measure


def measured_fetch(fetch: Fetch, reporter: Reporter) -> Fetch:
    """Record how long pages that are fetched take."""

    async def measure(url: str) -> Fetched:
        start = perf_counter()
        page = await fetch(url)
        reporter.timed(Stage.FETCH, perf_counter() - start)
        return page

    return measure
