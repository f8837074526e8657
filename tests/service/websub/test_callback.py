"""What hubs verify and push at the callback, on a real Valkey."""

from __future__ import annotations

import asyncio
import hmac
from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from deaths import DONE, dying
from fastapi import FastAPI
from workshop import complete
from xml_feeds import item, rss

from service.feeds.errors import NoSuchFeedError
from service.feeds.history import History
from service.feeds.intake import Intake
from service.feeds.schedule import DAY, MINUTE
from service.feeds.subscriptions import State, Subscription, Subscriptions
from service.fetching.values import Fetched
from service.http.handlers import answer_with_problems
from service.http.room import Room
from service.queue import WorkQueue
from service.routes import websub
from service.settings.settings import Settings
from service.state import keys
from service.statistics.counts import Pushed, push_count
from service.statistics.reporter import Reporter
from service.statistics.statistics import Statistics
from service.websub.callback import Callback, Intent
from service.websub.push import new_push
from service.websub.pushes import Pushes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from redis.asyncio import Redis

    from service.feeds.reader import FeedReader

TOPIC = "https://example.org/feed"
NOW = 1_800_000_000.0
HOUR = 60 * MINUTE

FIRST, SECOND = (item(number, f"Mon, 02 Nov 2026 1{number}:00:00 GMT") for number in (1, 2))
NEWS = rss(SECOND, FIRST, channel="<title>News</title>")


def signed(secret: str, body: bytes) -> str:
    return f"sha256={hmac.digest(secret.encode(), body, 'sha256').hex()}"


@dataclass
class Bed:
    """A feed, whose id is ``feed``, and the token of its push."""

    redis: Redis
    feed_reader: FeedReader
    queue: WorkQueue
    subscriptions: Subscriptions
    pushes: Pushes
    reporter: Reporter
    token: str = ""

    @property
    def callback(self) -> Callback:
        return Callback(self.redis, Intake(self.redis, self.queue, self.feed_reader), self.reporter)

    def client(self) -> httpx.AsyncClient:
        app = FastAPI()
        answer_with_problems(app, {})
        app.include_router(websub.router)
        app.state.settings, app.state.room, app.state.callback = Settings(), Room(10_000), self.callback
        return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")

    async def feed(self) -> Subscription:
        return await self.subscriptions.get("feed")

    async def swap(self) -> None:
        """Replace the feed's push by a new one."""
        push = new_push(await self.feed(), "https://news.example")
        await self.pushes.swap("feed", push, NOW)

    async def agrees(self, mode: str, topic: str = TOPIC, **more: str) -> bool:
        intent = Intent(**{"hub.mode": mode, "hub.topic": topic} | {f"hub.{k}": more[k] for k in more})
        return await self.callback.agrees(await self.callback.find(self.token), intent)

    async def receive(self, content: bytes = NEWS, secret: str | None = None) -> Subscription:
        """Push, signed with the agreed secret or another; return the feed after that."""
        push, _ = await self.callback.find(self.token)
        signature = signed(push.secret if secret is None else secret, content)
        sent = Fetched(url=push.topic, received=time(), body=content)
        await self.callback.receive(push, sent, signature)
        return await self.feed()

    async def titles(self) -> list[str | None]:
        """Return the titles of all that is queued, and complete it."""
        return [each.title for each in await complete(self.queue)]

    async def due_in(self) -> float:
        return await self.redis.zscore(keys.WEBSUB_DUE, self.token) - time()


@pytest.fixture
async def bed(redis: Redis, feed_reader: FeedReader) -> Bed:
    made = Bed(
        redis, feed_reader, WorkQueue(redis, size=100), Subscriptions(redis), Pushes(redis), Reporter(redis)
    )
    feed = Subscription(
        id="feed", url=TOPIC, site="example.org", hub="https://hub.example/", topic=TOPIC, last_poll=NOW
    )
    await made.subscriptions.add(feed, time() + HOUR)
    await made.swap()
    made.token = (await made.feed()).push
    return made


async def endless() -> AsyncIterator[bytes]:
    yield b"<rss>"
    await asyncio.sleep(60)


async def test_endless_body_lets_the_next_one_in_after_a_timeout(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(websub, "PATIENCE", 0.1)
    async with asyncio.timeout(30), bed.client() as client:
        answers = await asyncio.gather(
            *(client.post(f"/websub/{bed.token}", content=body) for body in (endless(), NEWS))
        )
    assert [answer.status_code for answer in answers] == [408, 204]


async def test_push_behind_an_endless_body_is_soon_answered_busy(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(websub, "TURN", 0.1)
    monkeypatch.setattr(websub, "PATIENCE", 1.0)
    async with asyncio.timeout(30), bed.client() as client:
        _, busy = await asyncio.gather(
            *(client.post(f"/websub/{bed.token}", content=body) for body in (endless(), NEWS))
        )
    assert (busy.status_code, busy.headers["retry-after"]) == (503, "1")


# Verification


async def test_feed_is_pushed_until_its_lease_ends(bed: Bed):
    assert await bed.agrees("subscribe", lease_seconds="86400")
    assert (await bed.feed()).pushed_until == pytest.approx(time() + DAY, abs=MINUTE)


async def test_lease_is_renewed_after_half_its_time(bed: Bed):
    await bed.agrees("subscribe", lease_seconds="86400")
    assert await bed.due_in() == pytest.approx(DAY / 2, abs=MINUTE)


async def test_renewal_extends_the_lease(bed: Bed):
    for seconds in ("3600", "86400"):
        assert await bed.agrees("subscribe", lease_seconds=seconds)
    assert (await bed.feed()).pushed_until > time() + HOUR + MINUTE


async def test_confirmation_clears_the_error(bed: Bed):
    await bed.subscriptions.note("feed", hub_error="why")
    await bed.agrees("subscribe")
    assert (await bed.feed()).hub_error is None


@pytest.mark.parametrize("mode", ["subscribe", "unsubscribe", "denied"])
async def test_another_topic_is_refused(bed: Bed, mode: str):
    before = await bed.feed()
    assert not await bed.agrees(mode, f"{TOPIC}/other")
    assert await bed.feed() == before


@pytest.mark.parametrize("mode", ["unsubscribe", "publish", "", "Subscribe"])
async def test_mode_that_was_not_requested_is_refused(bed: Bed, mode: str):
    before = await bed.feed()
    assert not await bed.agrees(mode)
    assert await bed.feed() == before


async def test_unknown_token_is_not_found(bed: Bed):
    assert await bed.callback.find(f"{bed.token}x") is None


@pytest.mark.parametrize("change", ["remove", "swap", "pause"])
async def test_unwanted_push_can_be_ended_but_not_begun(bed: Bed, change: str):
    if change == "remove":
        await bed.subscriptions.remove("feed")
    elif change == "swap":
        await bed.swap()
    else:
        await bed.subscriptions.change("feed", state=State.PAUSED)
    assert not await bed.agrees("subscribe")
    assert await bed.agrees("unsubscribe")
    assert await bed.callback.find(bed.token) is None


async def test_denial_ends_a_push_that_is_no_longer_wanted(bed: Bed):
    await bed.subscriptions.change("feed", state=State.PAUSED)
    assert await bed.agrees("denied")
    assert await bed.callback.find(bed.token) is None


async def test_ended_push_leaves_nothing(bed: Bed, redis: Redis):
    await bed.subscriptions.remove("feed")
    await bed.agrees("unsubscribe")
    assert await redis.keys() == []


async def test_denial_is_recorded_with_its_reason(bed: Bed):
    await bed.agrees("subscribe")
    assert await bed.agrees("denied", reason="no more")
    feed = await bed.feed()
    assert (feed.hub_error, feed.pushed_until) == ("it refuses to push: no more", None)


async def test_feed_is_polled_at_once_after_a_denial(bed: Bed):
    await bed.agrees("denied")
    assert (await bed.feed()).next_poll <= time()


async def test_repeated_denials_trigger_at_most_one_poll_a_minute(bed: Bed):
    await bed.subscriptions.note("feed", last_poll=time())
    await bed.agrees("denied")
    assert (await bed.feed()).next_poll == pytest.approx(time() + MINUTE, abs=5)


async def test_hub_is_trusted_after_a_denial_only_once_it_pushes_again(bed: Bed):
    await bed.receive()
    await bed.agrees("denied")
    await bed.agrees("subscribe")
    assert (await bed.feed()).last_push is None


async def test_hub_that_denies_is_asked_again_a_day_later(bed: Bed):
    await bed.agrees("denied")
    assert await bed.due_in() == pytest.approx(DAY, abs=MINUTE)


async def test_long_reason_is_cut(bed: Bed):
    await bed.agrees("denied", reason="x" * 100_000)
    assert len((await bed.feed()).hub_error) < 300


# Pushes


async def test_pushed_entries_are_queued_oldest_first(bed: Bed):
    await bed.receive()
    assert await bed.titles() == ["News 1", "News 2"]


@pytest.mark.parametrize(
    ("push", "outcome"),
    [({}, Pushed.TAKEN), ({"secret": "wrong"}, Pushed.FORGED), ({"content": b"no feed"}, Pushed.UNREADABLE)],
)
async def test_push_is_counted_by_its_outcome(bed: Bed, push: dict[str, Any], outcome: Pushed):
    await bed.receive(**push)
    await bed.reporter.flush()
    totals = await Statistics(bed.redis).totals()
    assert {each: totals[push_count(each)] for each in Pushed} == dict.fromkeys(Pushed, 0) | {outcome: 1}


async def test_push_updates_the_feed_but_not_the_next_poll(bed: Bed):
    before = await bed.feed()
    feed = await bed.receive()
    assert (feed.title, len(feed.times), feed.hub_error) == ("News", 2, None)
    assert feed.last_push == pytest.approx(time(), abs=MINUTE)
    assert (feed.next_poll, feed.last_poll) == (before.next_poll, before.last_poll)


async def test_entry_pushed_twice_is_queued_once(bed: Bed):
    await bed.receive()
    await bed.receive()
    assert await bed.titles() == ["News 1", "News 2"]


@pytest.mark.parametrize("secret", ["", "hunter2"])
async def test_wrongly_signed_push_is_ignored_and_reported(
    bed: Bed, secret: str, caplog: pytest.LogCaptureFixture
):
    feed = await bed.receive(secret=secret)
    assert await bed.titles() == []
    assert (feed.hub_error, feed.last_push) == ("its signatures are wrong; what it pushes is ignored", None)
    assert TOPIC in caplog.text


async def test_push_of_a_paused_feed_is_ignored(bed: Bed):
    await bed.subscriptions.change("feed", state=State.PAUSED)
    feed = await bed.receive()
    assert await bed.titles() == []
    assert (feed.state, feed.next_poll, feed.last_push) == (State.PAUSED, None, None)


@pytest.mark.parametrize("sent", [b"<!DOCTYPE html>Sorry", NEWS.removesuffix(b"</channel></rss>")])
async def test_push_that_is_no_whole_feed_triggers_a_poll_soon(bed: Bed, sent: bytes):
    feed = await bed.receive(sent)
    assert feed.next_poll == pytest.approx(time() + MINUTE, abs=MINUTE / 2)


async def test_push_that_is_not_a_feed_is_reported_and_does_not_delay_the_next_poll(bed: Bed):
    poll = time() + MINUTE / 4
    await bed.subscriptions.change("feed", poll)
    feed = await bed.receive(b"<!DOCTYPE html><title>Sorry</title>")
    assert (feed.next_poll, "got an HTML page" in feed.hub_error) == (poll, True)


async def test_push_does_not_delay_a_poll_that_is_wanted_meanwhile(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    add, wanted = History.add, time()

    async def want(*args: object) -> None:
        await add(*args)
        await bed.subscriptions.change("feed", wanted)

    monkeypatch.setattr(History, "add", want)
    assert (await bed.receive(NEWS.removesuffix(b"</channel></rss>"))).next_poll == wanted


async def pushed_anew(bed: Bed, poll: float) -> float:
    """Push an entry and then its change, which rests; return the next poll of a feed due at `poll`."""
    await bed.subscriptions.change("feed", poll)
    for text in ("first", "changed"):
        feed = await bed.receive(rss(f"{item(1)}<description>{text}</description>"))
    return feed.next_poll


async def test_resting_entry_is_polled_for_once_it_has_rested(bed: Bed):
    assert await pushed_anew(bed, time() + DAY) == pytest.approx(time() + HOUR, abs=MINUTE)


async def test_resting_entry_does_not_delay_the_next_poll(bed: Bed):
    assert await pushed_anew(bed, poll := time() + MINUTE) == poll


async def test_resting_entry_does_not_hurry_a_poll_with_an_interval_of_the_user(bed: Bed):
    await bed.subscriptions.change("feed", interval=DAY)
    poll = time() + DAY
    assert await pushed_anew(bed, poll) == poll


async def test_entries_beyond_a_full_queue_trigger_a_poll_soon(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=1)
    feed = await bed.receive()
    assert feed.next_poll <= time() + MINUTE
    assert await bed.titles() == ["News 1"]
    await bed.receive()
    assert await bed.titles() == ["News 2"]


async def test_entry_beyond_a_full_queue_counts_once_in_the_rhythm_of_its_feed(bed: Bed):
    bed.queue = WorkQueue(bed.redis, size=1)
    await bed.receive()
    await complete(bed.queue)
    assert len((await bed.receive()).times) == 2


async def test_rhythm_of_a_feed_counts_the_entries_of_pushes_that_come_at_once(bed: Bed):
    bodies = [rss(FIRST), rss(SECOND)]
    push, _ = await bed.callback.find(bed.token)
    async with bed.client() as client:
        await asyncio.gather(
            *(
                client.post(
                    f"/websub/{bed.token}",
                    content=body,
                    headers={"X-Hub-Signature": signed(push.secret, body)},
                )
                for body in bodies
            )
        )
    assert len((await bed.feed()).times) == 2


@pytest.mark.parametrize(("owner", "verb"), [(WorkQueue, "put"), (History, "add"), (Subscriptions, "note")])
@DONE
async def test_nothing_is_lost_or_queued_twice_wherever_the_intake_dies(
    bed: Bed, owner: type, verb: str, done: bool
):
    with dying(owner, verb, done=done):
        await bed.receive()
    await bed.receive()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_push_does_not_bring_back_a_feed_removed_meanwhile(
    bed: Bed, redis: Redis, monkeypatch: pytest.MonkeyPatch
):
    add = History.add

    async def remove(*args: object) -> None:
        await add(*args)
        await bed.subscriptions.remove("feed")

    monkeypatch.setattr(History, "add", remove)
    with pytest.raises(NoSuchFeedError):
        await bed.receive()
    assert not await redis.exists(keys.FEED + "feed")
