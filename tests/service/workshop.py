"""Helpers for tests of the worker: a site, and views of the queue and the stream."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from service.fetching.values import Fetched
from service.queue import Item
from service.state import keys
from service.statistics.counts import Counted
from service.statistics.statistics import Statistics
from service.stream.publish import Outcome, SecondOutcome
from service.stream.stream import DocumentStream
from service.worker.worker import Worker

if TYPE_CHECKING:
    from collections.abc import Iterable

    from redis.asyncio import Redis

    from service.queue import Claim, WorkQueue
    from service.stream.document import Document

FIRST = "The bridge over the river was opened on Monday, nine years after the first stone was laid."
URL = "http://example.com/news/bridge"


class Site:
    """Fetches pages held in memory."""

    def __init__(self) -> None:
        self.pages: dict[str, bytes | Exception] = {URL: page(FIRST)}
        #: Events that the answers of some URLs wait for.
        self.slow: dict[str, asyncio.Event] = {}
        self.asked: set[str] = set()

    async def __call__(self, url: str) -> Fetched:
        self.asked.add(url)
        if url in self.slow:
            await self.slow[url].wait()
        answer = self.pages[url]
        if isinstance(answer, Exception):
            raise answer
        return Fetched(url=url, received=1_767_323_045.0, body=answer, charset="utf-8")


def page(*paragraphs: str) -> bytes:
    body = "".join(f"<p>{each}</p>" for each in paragraphs)
    return f"<title>Bridge</title><h1>Bridge</h1>{body}".encode()


async def claim(queue: WorkQueue) -> Claim:
    (one,) = await queue.claim(1, 0.001)
    return one


async def complete(queue: WorkQueue) -> list[Item]:
    """Claim and complete all that is queued."""
    claims = await queue.claim(100, 0.001)
    for each in claims:
        await queue.acknowledge(each, "published")
    return [each.item for each in claims]


async def work_on(parts: dict[str, Any], item: Item) -> None:
    await parts["queue"].put([item])
    await Worker(**parts).work(await claim(parts["queue"]))


def stream_of(parts: dict[str, Any]) -> DocumentStream:
    return DocumentStream(parts["redis"])


async def published(parts: dict[str, Any]) -> list[Document]:
    return await stream_of(parts).page("0", 100)


async def until_published(stream: DocumentStream, documents: int) -> None:
    position, number = "0", 0
    while number < documents:
        page = await stream.wait(position)
        position, number = page[-1].id if page else position, number + len(page)


async def counts(redis: Redis) -> dict[str, int]:
    """Return the number of items by outcome."""
    numbers = await Statistics(redis).totals()
    outcomes = {*Outcome, *SecondOutcome, Counted.PARKED}
    return {name: n for name, n in numbers.items() if name in outcomes or name.startswith("refused:")}


async def remaining(redis: Redis) -> int:
    """Return the number of items that are not done."""
    return await redis.hlen(keys.WORK_ITEMS)


def an_item(number: str = "1", url: str = URL) -> Item:
    return Item(
        id=number, url=url, feed="f", site="a.com",
        author="A", published="2026-01-02T03:04:05Z", labels=("x",),
    )  # fmt: skip


async def run_until_left(parts: dict[str, Any], redis: Redis, items: int, **more: Any) -> None:
    """Run a worker until only so many items are left, then stop it."""
    stopping = asyncio.Event()
    running = asyncio.create_task(Worker(**parts | more).run(stopping))
    async with asyncio.timeout(60):
        while await remaining(redis) > items:  # noqa: ASYNC110 -- nothing to await
            await asyncio.sleep(0.01)
    stopping.set()
    await running


def pages(site: Site, hosts: Iterable[str], number: int) -> list[Item]:
    urls = [f"http://{host}/{each}" for host in hosts for each in range(number)]
    site.pages |= {url: page(FIRST, url) for url in urls}
    return [an_item(url, url) for url in urls]
