"""The worker: wherever one dies, another finishes its items, and nothing is published twice."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from deaths import DONE, dying
from redis import ConnectionError as RedisConnectionError
from redis import ResponseError
from valkeys import commands_in_half_a_second
from waiting import until
from workshop import (
    FIRST,
    URL,
    Site,
    an_item,
    claim,
    counts,
    page,
    pages,
    published,
    remaining,
    run_until_left,
    stream_of,
    until_published,
    work_on,
)

from service.pool.reading import Reader
from service.queue import Item, WorkQueue
from service.running import tasks
from service.running.tasks import running
from service.state import keys
from service.stream.publish import Publisher
from service.worker import worker
from service.worker.worker import Worker
from urltree.errors import StoreError

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.pool.pool import Pool
    from service.queue import Claim


HOUR = 3_600_000

LATER = (
    "On Tuesday it was closed again, for the wind had moved it by more than the builders thought it could, "
    "and nobody can say when cars will be let over it."
)


async def test_item_becomes_a_document(parts: dict[str, Any], redis: Redis) -> None:
    item = an_item()
    await work_on(parts, item)
    (document,) = await published(parts)
    assert FIRST in document.text
    assert (document.url, document.domain, document.title) == (URL, "example.com", "Bridge")
    assert (document.feed, document.site, document.author, document.published, document.labels) == (
        item.feed, item.site, item.author, "2026-01-02T03:04:05+00:00", item.labels,
    )  # fmt: skip
    assert (await remaining(redis), await counts(redis)) == (0, {"new": 1})


async def test_markdown_is_published_on_request(parts: dict[str, Any], pool: Pool, site: Site) -> None:
    site.pages[URL] = page(f"<b>{FIRST}</b>")
    parts["reader"] = Reader(pool.answer, 2, markdown=True)
    await work_on(parts, an_item())
    (document,) = await published(parts)
    assert document.markdown
    assert f"**{FIRST}**" in document.markdown


async def test_log_names_the_document_that_an_item_became(
    parts: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("INFO", "service.worker.worker"):
        await work_on(parts, an_item())
    (document,) = await published(parts)
    assert [(line.message, line.document) for line in caplog.records] == [  # type: ignore[attr-defined]
        (f"{URL} is done: new", document.id)
    ]


async def test_title_in_the_feed_takes_precedence_over_that_of_the_page(parts: dict[str, Any]) -> None:
    await work_on(parts, an_item().model_copy(update={"title": "Bridge opened"}))
    assert [document.title for document in await published(parts)] == ["Bridge opened"]


async def test_page_supplies_the_metadata_that_the_feed_lacks(parts: dict[str, Any], site: Site) -> None:
    head = b"<html lang=sl><meta name=author content='Ana Horvat'>"
    dated = b"<meta property=article:published_time content=2026-03-01>"
    site.pages[URL] = head + dated + page(FIRST)
    await work_on(parts, Item(id="1", url=URL))
    (document,) = await published(parts)
    assert (document.author, document.published, document.language) == ("Ana Horvat", "2026-03-01", "sl")


@pytest.mark.parametrize(("html", "language"), [(b"", "sl"), (b"<html lang=hr>", "hr")])
async def test_language_of_the_feed_is_used_if_the_page_declares_none(
    parts: dict[str, Any], site: Site, html: bytes, language: str
) -> None:
    site.pages[URL] = html + page(FIRST)
    await work_on(parts, an_item().model_copy(update={"language": "sl"}))
    assert [document.language for document in await published(parts)] == [language]


@pytest.mark.parametrize(("html", "author"), [(b"", "Me"), (b"<meta name=author content=Ana>", "Ana")])
async def test_author_of_the_feed_is_used_if_the_page_names_none(
    parts: dict[str, Any], site: Site, html: bytes, author: str
) -> None:
    site.pages[URL] = html + page(FIRST)
    await work_on(parts, Item(id="1", url=URL, feed_author="Me"))
    assert [document.author for document in await published(parts)] == [author]


async def test_page_in_two_feeds_is_published_once(parts: dict[str, Any], redis: Redis) -> None:
    await work_on(parts, an_item("1"))
    await work_on(parts, an_item("2"))
    assert len(await published(parts)) == 1
    assert await counts(redis) == {"new": 1, "response_url": 1}


async def test_page_posted_for_extraction_before_is_still_published_as_new(
    parts: dict[str, Any], site: Site
) -> None:
    await parts["reader"].read(an_item(), await site(URL))
    await work_on(parts, an_item())
    assert [document.status for document in await published(parts)] == ["new"]


async def test_revision_is_published_with_its_unseen_text(parts: dict[str, Any], site: Site) -> None:
    await work_on(parts, an_item("1"))
    site.pages[URL] = page(FIRST, LATER)
    await work_on(parts, an_item("2"))
    assert [(document.status, document.unseen) for document in await published(parts)] == [
        ("new", None),
        ("revision", LATER),
    ]


STEPS = pytest.mark.parametrize(
    ("owner", "verb"),
    [(Site, "__call__"), (Reader, "read"), (Publisher, "publish"), (WorkQueue, "acknowledge")],
)


async def finish_the_rest(parts: dict[str, Any]) -> None:
    await parts["queue"].tick()
    for each in await parts["queue"].claim(10, 0.001):
        await Worker(**parts).work(each)


@STEPS
@DONE
async def test_document_is_published_once_wherever_a_worker_dies(
    parts: dict[str, Any], redis: Redis, owner: type, verb: str, done: bool
) -> None:
    with dying(owner, verb, done=done):
        await work_on(parts, an_item())
    await finish_the_rest(parts)
    assert [(document.status, document.revision) for document in await published(parts)] == [("new", 0)]
    assert (await remaining(redis), sum((await counts(redis)).values())) == (0, 1)


@STEPS
@DONE
async def test_revision_is_published_once_with_its_unseen_text_wherever_a_worker_dies(
    parts: dict[str, Any], redis: Redis, owner: type, verb: str, done: bool
) -> None:
    await work_on(parts, an_item("1"))
    parts["fetch"].pages[URL] = page(FIRST, LATER)
    with dying(owner, verb, done=done):
        await work_on(parts, an_item("2"))
    await finish_the_rest(parts)
    assert [(document.revision, document.unseen) for document in await published(parts)] == [
        (0, None),
        (1, LATER),
    ]
    assert (await remaining(redis), sum((await counts(redis)).values())) == (0, 2)


async def test_worker_presumed_dead_publishes_nothing_twice(
    parts: dict[str, Any], queue: WorkQueue, redis: Redis
) -> None:
    await queue.put([an_item()])
    late = await claim(queue)
    await finish_the_rest(parts)
    await Worker(**parts).work(late)
    assert len(await published(parts)) == 1
    assert (await remaining(redis), await counts(redis)) == (0, {"new": 1})


async def test_page_in_two_items_is_published_once_though_a_worker_dies(
    parts: dict[str, Any], queue: WorkQueue
) -> None:
    await queue.put([an_item("1")])
    with dying(Reader, "read", done=True):
        await work_on(parts, an_item("2"))
    await finish_the_rest(parts)
    assert len(await published(parts)) == 1


@pytest.mark.usefixtures("quick")
async def test_slow_host_does_not_hold_up_others(parts: dict[str, Any], redis: Redis, site: Site) -> None:
    queue = WorkQueue(redis)
    slow, fast = pages(site, ["slow.example"], 40), pages(site, ["fast.example"], 10)
    site.slow = {item.url: asyncio.Event() for item in slow}
    await queue.put([*slow, *fast])
    running = asyncio.create_task(run_until_left(parts, redis, 0, queue=queue))
    await until_published(stream_of(parts), 10)
    assert {document.domain for document in await published(parts)} == {"fast.example"}
    for event in site.slow.values():
        event.set()
    await running
    assert len(await published(parts)) == 50


class SlowReader:
    """A slow reader that records how many pages it had to read at once, at most."""

    def __init__(self, reader: Any) -> None:
        self._reader = reader
        self._now = 0
        self.most = 0

    async def read(self, item: Item, page: Any) -> Any:
        self._now += 1
        self.most = max(self.most, self._now)
        try:
            await asyncio.sleep(0.01)
            return await self._reader.read(item, page)
        finally:
            self._now -= 1


async def most_read_at_once(parts: dict[str, Any], redis: Redis, site: Site) -> int:
    queue, slow = WorkQueue(redis), SlowReader(parts["reader"])
    await queue.put(pages(site, [f"{number}.example" for number in range(10)], 3))
    await run_until_left(parts, redis, 0, queue=queue, reader=slow)
    return slow.most


@pytest.mark.usefixtures("quick")
async def test_worker_never_reads_more_pages_at_once_than_it_may_have_in_flight(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "IN_FLIGHT", 5)
    assert await most_read_at_once(parts, redis, site) <= 5


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("bound", ["_PAGES", "_BYTES"])
async def test_worker_claims_no_more_while_too_many_pages_or_bytes_wait_to_be_read(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    monkeypatch.setattr(worker, "_CLAIM", 1)
    monkeypatch.setattr(worker, bound, 2)
    assert await most_read_at_once(parts, redis, site) <= 3


@pytest.mark.parametrize("unavailable", [RedisConnectionError, StoreError])
async def test_item_is_published_once_the_store_is_back(
    parts: dict[str, Any],
    redis: Redis,
    site: Site,
    monkeypatch: pytest.MonkeyPatch,
    unavailable: type[Exception],
) -> None:
    monkeypatch.setattr(worker, "_PAUSE", 0.01)
    queue = WorkQueue(redis)
    answers = iter([ConnectionError(), None])

    class Unavailable:
        async def publish(self, *args: Any) -> Any:
            if next(answers, None):
                raise unavailable
            return await parts["publisher"].publish(*args)

    await queue.put(pages(site, ["example.org"], 1))
    await Worker(**parts | {"queue": queue, "publisher": Unavailable()}).work(await claim(queue))
    assert len(await published(parts)) == 1
    assert await counts(redis) == {"new": 1}


async def test_stalled_worker_keeps_an_expired_claim_that_nobody_took(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_TICK", 0.01)
    queue = WorkQueue(redis)
    (slow,) = pages(site, ["slow.example"], 1)
    site.slow = {slow.url: asyncio.Event()}
    await queue.put([slow])
    async with running(Worker(**parts | {"queue": queue}).run), asyncio.timeout(60):
        await until(lambda: slow.url in site.asked)
        entries: list[Any] = [*await claimed(redis)]
        await redis.xclaim(keys.WORK, keys.WORK_GROUP, "worker", 0, entries, idle=HOUR, justid=True)
        while max((await claimed(redis)).values(), default=0) >= HOUR:  # noqa: ASYNC110 -- nothing to await
            await asyncio.sleep(0.01)
        assert not await redis.exists(keys.WORK_DEATHS)
        site.slow[slow.url].set()


async def claimed(redis: Redis) -> dict[bytes, int]:
    """Return, for each claim, the milliseconds since it was made or renewed."""
    with suppress(ResponseError):  # the very first claim creates the group
        found = await redis.xpending_range(keys.WORK, keys.WORK_GROUP, "-", "+", 10)
        return {each["message_id"]: each["time_since_delivered"] for each in found}
    return {}


@pytest.mark.usefixtures("quick")
async def test_worker_survives_an_internal_error(
    parts: dict[str, Any], redis: Redis, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Faulty(WorkQueue):
        faults = iter([RuntimeError("a slip")])

        async def claim(self, count: int, wait: float) -> list[Claim]:
            for fault in self.faults:
                raise fault
            return await super().claim(count, wait)

    monkeypatch.setattr(tasks, "_RESTART_SECONDS", 0.01)
    queue = Faulty(redis)
    await queue.put(pages(site, ["example.org"], 1))
    async with running(Worker(**parts | {"queue": queue}).run):
        await until(lambda: published(parts))
    assert len(await published(parts)) == 1
    assert list(Faulty.faults) == []


async def test_idle_worker_sends_few_commands_to_redis(parts: dict[str, Any], redis: Redis) -> None:
    async with running(Worker(**parts | {"queue": WorkQueue(redis)}).run):
        assert await commands_in_half_a_second(redis) < 50


async def test_worker_backs_off_while_its_queue_is_unreachable(parts: dict[str, Any], redis: Redis) -> None:
    asked: list[tuple[float, ...]] = []

    class Unavailable(WorkQueue):
        async def claim(self, *args: float) -> list[Claim]:
            asked.append(args)
            await asyncio.sleep(0)
            raise RedisConnectionError

    async with running(Worker(**parts | {"queue": Unavailable(redis)}).run):
        await asyncio.sleep(0.5)
    assert len(asked) < 5
