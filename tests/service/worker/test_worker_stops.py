"""A worker that is stopped finishes its items, or leaves them to others."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from waiting import until
from workshop import URL, an_item, pages, published, run_until_left

from service.queue import WorkQueue
from service.running.tasks import running
from service.state import keys
from service.worker import worker
from service.worker.worker import Worker

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from workshop import Site

pytestmark = pytest.mark.usefixtures("quick")


async def test_stopping_worker_finishes_the_item_in_progress(
    parts: dict[str, Any], redis: Redis, site: Site
) -> None:
    site.slow[URL] = asyncio.Event()
    queue, stopping = WorkQueue(redis), asyncio.Event()
    await queue.put([an_item()])
    running = asyncio.create_task(Worker(**parts | {"queue": queue}).run(stopping))
    async with asyncio.timeout(60):
        await until(lambda: URL in site.asked)
        stopping.set()
        while (await redis.info("clients"))["blocked_clients"]:  # noqa: ASYNC110 -- nothing to await
            await asyncio.sleep(0.01)
    site.slow[URL].set()
    await running
    assert len(await published(parts)) == 1


async def test_stopping_worker_gives_back_what_takes_too_long(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", 0.01)
    queue = WorkQueue(redis)
    slow, fast = pages(site, ["slow.example"], 2), pages(site, ["fast.example"], 1)
    site.slow = {item.url: asyncio.Event() for item in slow}
    await queue.put([*slow, *fast])
    await run_until_left(parts, redis, 2, queue=queue)
    await queue.tick()
    assert {each.item.url for each in await queue.claim(10, 0.001)} == set(site.slow)
    assert await redis.exists(keys.WORK_TRIES, keys.WORK_DEATHS) == 0


async def test_stopped_worker_leaves_no_task_running(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", 0.01)
    queue = WorkQueue(redis)
    (slow,), (fast,) = pages(site, ["slow.example"], 1), pages(site, ["fast.example"], 1)
    site.slow = {slow.url: asyncio.Event()}
    await queue.put([slow, fast])
    before = asyncio.all_tasks()
    await run_until_left(parts, redis, 1, queue=queue)
    assert asyncio.all_tasks() == before


async def test_worker_with_a_full_load_stops_and_gives_its_item_back(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", 0.01)
    monkeypatch.setattr(worker, "IN_FLIGHT", 1)
    queue = WorkQueue(redis)
    site.slow[URL] = asyncio.Event()
    await queue.put([an_item()])
    async with asyncio.timeout(30), running(Worker(**parts | {"queue": queue}).run):
        await until(lambda: URL in site.asked)
    assert await redis.zcard(keys.WORK_LATER) == 1
