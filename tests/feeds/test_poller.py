"""The poller against a web server and a Valkey of our own."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from web import Answer
from xml_feeds import item, rss

from service import keys
from service.feeds import poller as module
from service.feeds.history import History
from service.feeds.poller import Poller
from service.feeds.subscriptions import State, Subscription, Subscriptions
from service.queue import WorkQueue
from urltree.errors import StoreError

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from web import Web

    from service.feeds.parsing import Parsing
    from service.fetching import Fetcher
    from service.queue import Item

pytestmark = pytest.mark.anyio

FIRST, SECOND, THIRD = (item(number, f"Mon, 02 Nov 2026 1{number}:00:00 GMT") for number in (1, 2, 3))
NEWS = Answer(rss(SECOND, FIRST, channel="<title>News</title>"))


@dataclass
class Bed:
    """A site with one feed, at ``/feed``, and all that polls it."""

    redis: Redis
    web: Web
    fetcher: Fetcher
    parsing: Parsing
    queue: WorkQueue
    subscriptions: Subscriptions

    def poller(self) -> Poller:
        return Poller(self.redis, self.queue, self.fetcher, self.parsing)

    async def subscribe(self, path: str, **fields: object) -> Subscription:
        name = path.strip("/")
        subscription = Subscription(id=name, url=self.web.url + path, site="example.org", **fields)
        return await self.subscriptions.add(subscription, now=0)

    async def poll(self, name: str = "feed") -> Subscription:
        """Poll a feed as it stands, and say how it stands then."""
        await self.poller().poll(await self.subscriptions.get(name))
        return await self.subscriptions.get(name)

    async def queued(self) -> list[Item]:
        """Take what is in the queue; the first claim of all makes the group."""
        claims = await self.queue.claim(100, 0.001) or await self.queue.claim(100, 0.001)
        for claim in claims:
            await self.queue.acknowledge(claim, "published")
        return [claim.item for claim in claims]

    async def titles(self) -> list[str | None]:
        return [each.title for each in await self.queued()]

    async def until_polled(self, *names: str) -> None:
        for _ in range(3_000):
            if all([(await self.subscriptions.get(name)).last_poll for name in names]):
                return
            await asyncio.sleep(0.02)
        raise TimeoutError


@pytest.fixture
async def bed(redis: Redis, web: Web, fetcher: Fetcher, parsing: Parsing) -> Bed:
    made = Bed(redis, web, fetcher, parsing, WorkQueue(redis, size=100), Subscriptions(redis))
    web.answers["/feed"] = NEWS
    await made.subscribe("/feed")
    return made


async def test_entries_are_put_to_work_the_oldest_first(bed: Bed):
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_item_tells_what_its_feed_tells(bed: Bed):
    await bed.subscriptions.change("feed", labels=("x",))
    bed.web.answers["/feed"] = Answer(rss(f"{FIRST}<author>Me</author>"))
    await bed.poll()
    (only,) = await bed.queued()
    assert (only.url, only.feed, only.title, only.author, only.labels, only.published.hour) == (
        "https://example.org/news/1", "feed", "News 1", "Me", ("x",), 11,
    )  # fmt: skip


async def test_poll_is_recorded(bed: Bed):
    polled = await bed.poll()
    assert (polled.title, polled.error, len(polled.times)) == ("News", None, 2)
    assert polled.next_poll > polled.last_poll


async def test_entry_is_put_to_work_once(bed: Bed):
    await bed.poll()
    bed.web.answers["/feed"] = Answer(rss(THIRD, SECOND, FIRST))
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2", "News 3"]


async def test_entry_in_two_feeds_of_a_site_is_put_to_work_once(bed: Bed):
    bed.web.answers["/other"] = Answer(rss(THIRD, SECOND))
    await bed.subscribe("/other")
    await bed.poll()
    await bed.poll("other")
    assert await bed.titles() == ["News 1", "News 2", "News 3"]


@pytest.mark.parametrize("headers", [{"ETag": 'W/"1"'}, {"Last-Modified": "Mon, 02 Nov 2026 11:00:00 GMT"}])
async def test_body_is_never_downloaded_twice(bed: Bed, headers: dict[str, str]):
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers=headers)
    for _ in range(3):
        polled = await bed.poll()
    assert bed.web.statuses == [200, 304, 304]
    assert polled.error is None


async def test_error_is_told(bed: Bed):
    bed.web.answers["/feed"] = Answer(status=500)
    polled = await bed.poll()
    assert (polled.error, polled.errors) == ("127.0.0.1 answers 500 Internal Server Error", 1)


async def test_what_is_no_feed_is_told(bed: Bed):
    bed.web.answers["/feed"] = Answer(b"<!DOCTYPE html><title>Sorry</title>")
    assert "an HTML page came" in (await bed.poll()).error


async def test_error_is_forgotten_when_it_is_mended(bed: Bed):
    whole, bed.web.answers["/feed"] = bed.web.answers["/feed"], Answer(status=500)
    await bed.poll()
    bed.web.answers["/feed"] = whole
    assert (await bed.poll()).error is None


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_is_kept(bed: Bed, status: int):
    bed.web.answers["/feed"] = Answer(status=status, headers={"Retry-After": "7200"})
    polled = await bed.poll()
    assert polled.next_poll - polled.last_poll == pytest.approx(7_200, abs=1)


async def test_410_is_the_end(bed: Bed):
    bed.web.answers["/feed"] = Answer(status=410)
    assert (await bed.poll()).state is State.GONE
    assert await bed.subscriptions.claim(9e9, 9e9, 1) == []


@pytest.mark.parametrize("status", [301, 308])
async def test_permanent_redirect_moves_the_feed(bed: Bed, status: int):
    bed.web.answers["/new"], bed.web.answers["/feed"] = (
        bed.web.answers["/feed"],
        Answer(b"", status, {"Location": "/new"}),
    )
    assert (await bed.poll()).url == f"{bed.web.url}/new"
    assert await bed.titles() == ["News 1", "News 2"]


@pytest.mark.parametrize("status", [302, 303, 307])
async def test_other_redirects_do_not(bed: Bed, status: int):
    bed.web.answers["/new"], bed.web.answers["/feed"] = (
        bed.web.answers["/feed"],
        Answer(b"", status, {"Location": "/new"}),
    )
    assert (await bed.poll()).url == f"{bed.web.url}/feed"


async def test_feed_that_moves_to_another_is_merged_into_it(bed: Bed):
    bed.web.answers["/new"], bed.web.answers["/feed"] = (
        bed.web.answers["/feed"],
        Answer(b"", 301, {"Location": "/new"}),
    )
    await bed.subscribe("/new")
    await bed.poller().poll(await bed.subscriptions.get("feed"))
    assert [each.id for each in await bed.subscriptions.all()] == ["new"]


async def test_redirect_to_what_is_no_feed_does_not_move_it(bed: Bed):
    bed.web.answers |= {"/": Answer(b"<html>"), "/feed": Answer(b"", 301, {"Location": "/"})}
    assert (await bed.poll()).url == f"{bed.web.url}/feed"


async def test_full_queue_takes_the_rest_later(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=1)
    bed.web.answers["/feed"] = NEWS._replace(headers={"ETag": '"1"'})
    polled = await bed.poll()
    assert (polled.etag, polled.error) == (None, None)
    assert await bed.titles() == ["News 1"]
    await bed.poll()
    assert await bed.titles() == ["News 2"]


class Death(BaseException):
    """The end of the process."""


@pytest.mark.parametrize(
    ("owner", "verb"),
    [(WorkQueue, "put"), (History, "add"), (Subscriptions, "record"), (Subscriptions, "move")],
)
@pytest.mark.parametrize("done", [False, True], ids=["before", "after"])
async def test_nothing_is_lost_wherever_it_dies(
    bed: Bed, owner: type, verb: str, done: bool, monkeypatch: pytest.MonkeyPatch
):
    step = getattr(owner, verb)

    async def die(*args: object) -> None:
        if done:
            await step(*args)
        raise Death

    etag = {"ETag": '"1"'}
    bed.web.answers["/new"] = bed.web.answers["/feed"]._replace(headers=etag)
    bed.web.answers["/feed"] = Answer(b"", 301, {"Location": "/new"} | etag)
    with monkeypatch.context() as patch:
        patch.setattr(owner, verb, die)
        with pytest.raises(Death):
            await bed.poll()
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_due_feeds_are_polled(bed: Bed):
    names = [f"feed{number}" for number in range(40)]
    for name in names:
        bed.web.answers[f"/{name}"] = Answer(rss(FIRST))
        await bed.subscribe(f"/{name}")
    async with bed.poller().running():
        await bed.until_polled(*names)
    assert sorted(request.path for request in bed.web.requests) == sorted(
        ["/feed", *(f"/{name}" for name in names)]
    )


async def test_one_broken_feed_does_not_stop_the_others(bed: Bed):
    for name in ("a", "b", "c"):
        await bed.subscribe(f"/{name}")
    async with bed.poller().running():
        await bed.until_polled("feed", "a", "b", "c")
    assert (await bed.subscriptions.get("feed")).error is None


async def test_one_of_two_pollers_polls(bed: Bed):
    async with bed.poller().running(), bed.poller().running():
        await bed.until_polled("feed")
    assert bed.web.statuses == [200]


async def test_other_poller_takes_over(bed: Bed):
    async with bed.poller().running():
        await bed.until_polled("feed")
    await bed.subscribe("/other")
    async with bed.poller().running():
        await bed.until_polled("other")
    assert [request.path for request in bed.web.requests] == ["/feed", "/other"]


async def test_poller_that_stops_gives_its_office_back(bed: Bed):
    async with bed.poller().running():
        await bed.until_polled("feed")
        assert await bed.redis.exists(keys.FEEDS_POLLER)
    assert not await bed.redis.exists(keys.FEEDS_POLLER)


async def test_poller_that_lost_its_office_polls_again_once_it_is_free(bed: Bed):
    async with bed.poller().running():
        await bed.until_polled("feed")
        await bed.redis.set(keys.FEEDS_POLLER, "another", px=200)
        await bed.subscribe("/other")
        await bed.until_polled("other")
    assert [request.path for request in bed.web.requests] == ["/feed", "/other"]


async def test_nothing_is_polled_while_the_queue_is_full(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=0)
    async with bed.poller().running():
        for _ in range(1_000):
            if await bed.redis.exists(keys.FEEDS_POLLER):
                break
            await asyncio.sleep(0.01)
    assert bed.web.requests == []


class Gated:
    """A fetcher that makes feeds of a path wait at a gate, and counts those that it has in hand."""

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


async def test_slow_feed_holds_up_no_other(bed: Bed):
    slow = Gated(bed.fetcher, "/feed")
    async with Poller(bed.redis, bed.queue, slow, bed.parsing).running():
        await slow.reached.wait()
        await bed.subscribe("/other")
        try:
            await bed.until_polled("other")
        finally:
            slow.gate.set()


async def test_no_more_feeds_are_polled_at_once_than_may_be(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    slow = Gated(bed.fetcher)

    class Watched(WorkQueue):
        looks = 0

        async def room(self) -> int:
            self.looks += 1
            if self.looks == 3:
                slow.gate.set()
            return await super().room()

    monkeypatch.setattr(module, "WIDTH", 2)
    names = [(await bed.subscribe(f"/{number}")).id for number in range(5)]
    async with Poller(bed.redis, Watched(bed.redis), slow, bed.parsing).running():
        await bed.until_polled(*names)
    assert slow.most == 2


async def test_store_that_is_away_is_no_fault_of_the_feed(bed: Bed):
    class Away:
        async def feed(self, *_: object) -> None:
            raise StoreError("the turns are not known")

    with pytest.raises(StoreError):
        await Poller(bed.redis, bed.queue, Away(), bed.parsing).poll(await bed.subscriptions.get("feed"))
    assert (await bed.subscriptions.get("feed")).error is None


class Hubs:
    """A subscriber that notes what it is told."""

    def __init__(self) -> None:
        self.wanted: list[Subscription] = []
        self.runs = 0

    async def want(self, polled: Subscription) -> None:
        self.wanted.append(polled)

    async def run(self) -> None:
        self.runs += 1
        try:
            await asyncio.Event().wait()
        finally:
            self.runs -= 1


async def test_hubs_are_seen_to_while_the_poller_leads(bed: Bed):
    hubs = Hubs()
    poller = Poller(bed.redis, bed.queue, bed.fetcher, bed.parsing, hubs)
    async with poller.running():
        await bed.until_polled("feed")
        assert hubs.runs == 1
    assert hubs.runs == 0


@pytest.mark.parametrize("status", [200, 304])
async def test_subscriber_is_told_of_each_poll_that_went_well(bed: Bed, status: int):
    hubs = Hubs()
    links = "<https://hub.example/>; rel=hub, </self>; rel=self"
    bed.web.answers["/feed"] = NEWS._replace(headers={"ETag": '"1"', "Link": links})
    poller = Poller(bed.redis, bed.queue, bed.fetcher, bed.parsing, hubs)
    for _ in range(1 if status == 200 else 2):
        await poller.poll(await bed.subscriptions.get("feed"))
    assert bed.web.statuses[-1] == status
    assert (hubs.wanted[-1].hub, hubs.wanted[-1].topic) == ("https://hub.example/", f"{bed.web.url}/self")


async def test_subscriber_is_not_told_of_a_poll_that_failed(bed: Bed):
    hubs = Hubs()
    bed.web.answers["/feed"] = Answer(status=500)
    poller = Poller(bed.redis, bed.queue, bed.fetcher, bed.parsing, hubs)
    await poller.poll(await bed.subscriptions.get("feed"))
    assert hubs.wanted == []


async def test_error_of_ours_is_told_and_logged(
    bed: Bed, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(History, "unseen", fail)
    assert (await bed.poll()).error == "an error of ours; the service's log has the cause"
    assert "ZeroDivisionError" in caplog.text
