"""Running pollers: which of them polls, and how many feeds at once."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, ClassVar

import pytest
from pollerbed import FIRST, Bed
from structlog.contextvars import get_contextvars
from valkeys import commands_in_half_a_second
from waiting import until
from web import Answer
from xml_feeds import rss

from service.feeds import poller as module
from service.queue import Item, WorkQueue
from service.running import election
from service.running.tasks import running
from service.state import keys
from urltree.errors import StoreError

if TYPE_CHECKING:
    from service.fetching.fetcher import Fetcher


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(election, "_PAUSE", 0.05)
    monkeypatch.setattr(module, "_LOOK", 0.05)


async def test_every_due_feed_is_polled_once(bed: Bed):
    names = [f"feed{number}" for number in range(40)]
    for name in names:
        bed.web.answers[f"/{name}"] = Answer(rss(FIRST))
        await bed.subscribe(f"/{name}")
    async with running(bed.poller().run):
        await bed.until_polled(*names)
    assert sorted(request.path for request in bed.web.requests) == sorted(
        ["/feed", *(f"/{name}" for name in names)]
    )


async def test_one_broken_feed_does_not_stop_the_others(bed: Bed):
    for name in ("a", "b", "c"):
        await bed.subscribe(f"/{name}")
    async with running(bed.poller().run):
        await bed.until_polled("feed", "a", "b", "c")
    assert (await bed.subscriptions.get("feed")).error is None


async def test_idle_poller_sends_few_commands_to_redis(bed: Bed):
    async with running(bed.poller().run):
        await bed.until_polled("feed")
        assert await commands_in_half_a_second(bed.redis) < 100


async def test_one_of_two_pollers_polls(bed: Bed):
    async with running(bed.poller().run), running(bed.poller().run):
        await bed.until_polled("feed")
    assert bed.web.statuses == [200]


async def test_another_poller_takes_over(bed: Bed):
    async with running(bed.poller().run):
        await bed.until_polled("feed")
    await bed.subscribe("/other")
    async with running(bed.poller().run):
        await bed.until_polled("other")
    assert [request.path for request in bed.web.requests] == ["/feed", "/other"]


async def test_stopping_poller_gives_up_its_lock(bed: Bed):
    async with running(bed.poller().run):
        await bed.until_polled("feed")
        assert await bed.redis.exists(keys.FEEDS_POLLER)
    assert not await bed.redis.exists(keys.FEEDS_POLLER)


async def test_poller_that_lost_its_lock_resumes_once_it_is_free(bed: Bed):
    async with running(bed.poller().run):
        await bed.until_polled("feed")
        await bed.redis.set(keys.FEEDS_POLLER, "another", px=200)
        await bed.subscribe("/other")
        await bed.until_polled("other")
    assert [request.path for request in bed.web.requests] == ["/feed", "/other"]


async def test_nothing_is_polled_while_the_queue_is_full(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=1)
    await bed.queue.put([Item(id="example.com:1", url="http://example.com/1")])
    async with running(bed.poller().run):
        await until(lambda: bed.redis.exists(keys.FEEDS_POLLER))
    assert bed.web.requests == []


class GatedFetcher:
    """A fetcher that holds back feeds of a path until its gate opens, and counts concurrent fetches."""

    def __init__(self, fetcher: Fetcher, path: str = "") -> None:
        self.reached, self.gate = asyncio.Event(), asyncio.Event()
        self.now = self.most = 0
        self._fetcher = fetcher
        self._path = path

    async def feed(self, url: str, *validators: str | None) -> object:
        self.now += 1
        self.most = max(self.most, self.now)
        if url.endswith(self._path):
            self.reached.set()
            await self.gate.wait()
        self.now -= 1
        return await self._fetcher.feed(url, *validators)


async def test_slow_feed_does_not_hold_up_others(bed: Bed):
    bed.fetcher = slow = GatedFetcher(bed.fetcher, "/feed")
    async with running(bed.poller().run):
        await slow.reached.wait()
        await bed.subscribe("/other")
        try:
            await bed.until_polled("other")
            assert (await bed.subscriptions.get("feed")).last_poll is None
        finally:
            slow.gate.set()


async def test_dozens_of_slow_feeds_do_not_hold_up_others(bed: Bed):
    bed.fetcher = slow = GatedFetcher(bed.fetcher, "slow")
    for number in range(40):
        await bed.subscribe(f"/{number}slow")
    async with running(bed.poller().run):
        await slow.reached.wait()
        await bed.subscribe("/other")
        try:
            async with asyncio.timeout(20):
                await bed.until_polled("other")
            assert (await bed.subscriptions.get("0slow")).last_poll is None
        finally:
            slow.gate.set()


async def test_feed_requested_during_its_poll_is_polled_again_afterwards(bed: Bed):
    bed.fetcher = slow = GatedFetcher(bed.fetcher)
    async with running(bed.poller().run), asyncio.timeout(60):
        await slow.reached.wait()
        for _ in range(3):
            await bed.subscriptions.change("feed", wanted := time.time())
            while (await bed.subscriptions.get("feed")).next_poll == wanted:  # noqa: ASYNC110 -- nothing to await
                await asyncio.sleep(0.01)
        slow.gate.set()
        await until(lambda: len(bed.web.requests) >= 2)
    assert slow.most == 1


async def test_number_of_concurrent_polls_is_limited(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    bed.fetcher = slow = GatedFetcher(bed.fetcher)

    class RatedFeed(WorkQueue):
        looks = 0

        async def room(self) -> float:
            self.looks += 1
            if self.looks == 3:
                slow.gate.set()
            return await super().room()

    monkeypatch.setattr(module, "WIDTH", 2)
    names = [(await bed.subscribe(f"/{number}")).id for number in range(5)]
    bed.queue = RatedFeed(bed.redis)
    async with running(bed.poller().run):
        await bed.until_polled(*names)
    assert slow.most == 2


async def test_nothing_is_polled_while_less_than_a_tenth_of_the_queue_is_free(bed: Bed):
    await bed.queue.put([Item(id=str(number), url="https://example.org/") for number in range(19)])
    bed.queue = WorkQueue(bed.redis, size=21)
    async with running(bed.poller().run):
        await asyncio.sleep(0.3)
        assert bed.web.requests == []
    bed.queue = WorkQueue(bed.redis, size=22)
    async with running(bed.poller().run):
        await bed.until_polled("feed")


async def test_few_feeds_are_polled_at_once_while_the_queue_is_half_full(
    bed: Bed, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "NARROW", 2)
    await bed.queue.put([Item(id=str(number), url="https://example.org/") for number in range(3)])
    bed.queue = WorkQueue(bed.redis, size=5)
    bed.fetcher = slow = GatedFetcher(bed.fetcher)
    for number in range(5):
        await bed.subscribe(f"/{number}")
    async with running(bed.poller().run):
        await until(lambda: slow.most >= 2)
        await asyncio.sleep(0.2)
        most = slow.most
        slow.gate.set()
    assert most == 2


async def test_stopped_poller_leaves_no_poll_running(bed: Bed):
    bed.fetcher = slow = GatedFetcher(bed.fetcher)
    await bed.subscribe("/slow")
    before = asyncio.all_tasks()
    async with running(bed.poller().run):
        await until(lambda: slow.most)
    assert asyncio.all_tasks() == before


async def test_no_more_feeds_are_polled_when_the_queue_becomes_half_full(
    bed: Bed, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "WIDTH", 3)
    monkeypatch.setattr(module, "NARROW", 1)
    bed.queue = WorkQueue(bed.redis, size=5)
    bed.fetcher = slow = GatedFetcher(bed.fetcher)
    for number in range(5):
        await bed.subscribe(f"/{number}")
    async with running(bed.poller().run):
        await until(lambda: slow.most >= 3)
        await bed.queue.put([Item(id=str(number), url="https://example.org/") for number in range(3)])
        await asyncio.sleep(0.2)
        most = slow.most
        slow.gate.set()
    assert most == 3


async def test_feeds_that_cannot_be_polled_while_the_store_is_away_have_one_line_in_the_log(
    bed: Bed, caplog: pytest.LogCaptureFixture
):
    class Unavailable:
        polled: ClassVar[list[str]] = []

        async def feed(self, url: str, *_: object) -> None:
            self.polled.append(url)
            raise StoreError("the turns are not known")

    for name in ("a", "b", "c"):
        await bed.subscribe(f"/{name}")
    bed.fetcher = Unavailable()
    async with running(bed.poller().run):
        await until(lambda: len(Unavailable.polled) >= 4)
    assert caplog.text.count("the store did not answer while") == 1


async def test_lines_of_the_log_about_a_feed_have_its_id(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    lines = list[tuple[str, str]]()

    def warning(message: str, url: str, _: object) -> None:
        lines.append((message % (url, "why"), get_contextvars()["feed"]))

    monkeypatch.setattr(module._logger, "warning", warning)  # noqa: SLF001 -- it runs in the task of the poll
    bed.web.answers["/feed"] = Answer(status=500)
    async with running(bed.poller().run):
        await until(lambda: lines)
    assert lines == [(f"{bed.web.url}/feed has begun to fail: why", "feed")]
