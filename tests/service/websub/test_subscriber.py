"""The subscriber, with a real hub and a real Valkey."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass
from time import time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import parse_qsl

import pytest
from deaths import dying

from service.feeds.schedule import DAY, MINUTE
from service.feeds.subscriptions import State, Subscription, Subscriptions
from service.fetching.poster import Poster
from service.fetching.values import FetchSettings
from service.state import keys
from service.websub.pushes import Pushes
from service.websub.subscriber import FAREWELLS, Subscriber

if TYPE_CHECKING:
    from receivers import Receiver
    from redis.asyncio import Redis

    from service.websub.push import Push

PUBLIC = "https://news.example"
TOPIC = "https://example.org/feed"
NOW = 1_800_000_000.0
HOUR = 60 * MINUTE


class Request(NamedTuple):
    path: str
    mode: str
    topic: str
    callback: str
    secret: str


@dataclass
class Bed:
    """A feed, whose id is ``feed``, and the hub that it names."""

    redis: Redis
    hub: Receiver
    poster: Poster
    subscriptions: Subscriptions
    pushes: Pushes
    public_url: str = PUBLIC

    @property
    def subscriber(self) -> Subscriber:
        return Subscriber(self.redis, self.poster, self.public_url)

    @property
    def requests(self) -> list[Request]:
        forms = [(sent.path, dict(parse_qsl(sent.body.decode()))) for sent in self.hub.deliveries]
        names = ("mode", "topic", "callback", "secret")
        return [Request(path, *(form[f"hub.{name}"] for name in names)) for path, form in forms]

    @property
    def modes(self) -> list[tuple[str, str]]:
        return [(request.path, request.mode) for request in self.requests]

    async def feed(self) -> Subscription:
        return await self.subscriptions.get("feed")

    async def poll(self, hub: str | None = "/hub", topic: str = TOPIC) -> None:
        """Let the subscriber learn from a poll that the feed names a hub."""
        await self.subscriptions.note("feed", hub=hub and self.hub.url(hub), topic=topic)
        await self.subscriber.want(await self.feed())

    async def ask(self, now: float | None = None) -> list[Push]:
        """Ask the hubs that are due now, or at another time."""
        now = now or time()
        due = await self.pushes.claim(now, now + MINUTE, 100)
        for push in due:
            await self.subscriber.ask(push)
        return due

    async def due_in(self, push: Push) -> float:
        return await self.redis.zscore(keys.WEBSUB_DUE, push.token) - time()


@pytest.fixture
async def bed(redis: Redis, receiver: Receiver, poster: Poster) -> Bed:
    made = Bed(redis, receiver, poster, Subscriptions(redis), Pushes(redis))
    await made.subscriptions.add(Subscription(id="feed", url=TOPIC, site="example.org"), NOW)
    return made


async def test_hub_is_asked_to_push(bed: Bed):
    await bed.poll()
    (push,) = await bed.ask()
    assert bed.requests == [Request("/hub", "subscribe", TOPIC, push.callback, push.secret)]
    assert bed.hub.deliveries[0].headers["content-type"] == "application/x-www-form-urlencoded"


async def test_feed_without_a_hub_causes_no_request(bed: Bed, redis: Redis):
    await bed.poll(None)
    assert await bed.ask() == []
    assert await redis.exists(keys.WEBSUB, keys.WEBSUB_DUE, keys.WEBSUB_ASKED) == 0


async def test_hub_is_asked_once_however_often_the_feed_is_polled(bed: Bed):
    for _ in range(3):
        await bed.poll()
        await bed.ask()
    assert bed.modes == [("/hub", "subscribe")]


async def test_new_hub_replaces_the_old_one(bed: Bed):
    for path in ("/hub", "/new"):
        await bed.poll(path)
        await bed.ask()
    assert sorted(bed.modes) == [("/hub", "subscribe"), ("/hub", "unsubscribe"), ("/new", "subscribe")]
    first, last = bed.requests[0], next(each for each in bed.requests if each.path == "/new")
    assert (first.callback == last.callback, first.secret == last.secret) == (False, False)


async def test_new_topic_replaces_the_old_one(bed: Bed):
    for topic in (TOPIC, f"{TOPIC}/new"):
        await bed.poll(topic=topic)
        await bed.ask()
    assert sorted((each.mode, each.topic) for each in bed.requests) == [
        ("subscribe", TOPIC), ("subscribe", f"{TOPIC}/new"), ("unsubscribe", TOPIC),
    ]  # fmt: skip


async def test_changed_public_url_changes_the_callback(bed: Bed):
    await bed.poll()
    bed.public_url = "https://elsewhere.example"
    await bed.poll()
    assert bed.public_url in (await bed.pushes.get((await bed.feed()).push)).callback


async def test_new_hub_starts_without_the_state_of_the_old_one(bed: Bed):
    await bed.poll()
    await bed.subscriptions.note("feed", pushed_until=NOW, last_push=NOW, hub_error="why")
    await bed.poll("/new")
    feed = await bed.feed()
    assert (feed.pushed_until, feed.last_push, feed.hub_error) == (None, None, None)


async def test_hub_no_longer_named_is_unsubscribed(bed: Bed):
    await bed.poll()
    await bed.ask()
    await bed.poll(None)
    await bed.ask()
    assert bed.modes == [("/hub", "subscribe"), ("/hub", "unsubscribe")]


async def test_hub_of_a_removed_feed_is_unsubscribed(bed: Bed):
    await bed.poll()
    await bed.ask()
    await bed.subscriptions.remove("feed")
    await bed.ask()
    assert bed.modes == [("/hub", "subscribe"), ("/hub", "unsubscribe")]


async def test_unsubscribing_is_given_up_after_a_few_requests(bed: Bed, redis: Redis):
    await bed.poll()
    await bed.subscriptions.remove("feed")
    for _ in range(FAREWELLS + 1):
        await bed.ask(time() + DAY)
    assert bed.modes == [("/hub", "unsubscribe")] * FAREWELLS
    assert await redis.keys() == []


async def test_hub_that_did_not_confirm_renewals_is_unsubscribed(bed: Bed):
    await bed.poll()
    for _ in range(FAREWELLS):
        await bed.ask(time() + DAY)
    await bed.subscriptions.remove("feed")
    await bed.ask()
    assert bed.modes == [("/hub", "subscribe")] * FAREWELLS + [("/hub", "unsubscribe")]


async def test_hub_that_did_not_confirm_farewells_is_not_suspected_when_the_feed_is_resumed(bed: Bed):
    await bed.poll()
    await bed.subscriptions.change("feed", state=State.PAUSED)
    await bed.ask(time() + DAY)
    await bed.subscriptions.change("feed", time(), state=State.ACTIVE)
    await bed.ask(time() + DAY)
    assert (await bed.feed()).hub_error is None


async def test_paused_feed_is_unsubscribed_and_subscribed_anew_when_resumed(bed: Bed):
    await bed.poll()
    await bed.subscriptions.change("feed", state=State.PAUSED)
    for _ in range(FAREWELLS + 1):
        await bed.ask(time() + DAY)
    await bed.subscriptions.change("feed", time(), state=State.ACTIVE)
    await bed.poll()
    await bed.ask()
    assert bed.modes == [("/hub", "unsubscribe")] * FAREWELLS + [("/hub", "subscribe")]


async def test_hub_that_does_not_confirm_is_asked_again_with_growing_delays(bed: Bed):
    await bed.poll()
    waits = []
    for _ in range(4):
        (push,) = await bed.ask(time() + DAY)
        waits.append(await bed.due_in(push))
    assert MINUTE - 1 <= waits[0] <= 2 * MINUTE
    assert 8 * MINUTE - 1 <= waits[3] <= 16 * MINUTE


@pytest.mark.parametrize(("times", "reported"), [(1, False), (2, True)])
async def test_missing_confirmation_is_reported_at_the_second_request(bed: Bed, times: int, reported: bool):
    await bed.poll()
    for _ in range(times):
        await bed.ask(time() + DAY)
    error = "it has not confirmed yet; check that URLTREE_PUBLIC_URL can be reached from outside"
    assert (await bed.feed()).hub_error == (error if reported else None)


async def test_renewal_repeats_the_same_request_when_due(bed: Bed):
    await bed.poll()
    (push,) = await bed.ask()
    await bed.pushes.confirm(push, time() + HOUR)
    assert await bed.ask(time() + HOUR - MINUTE) == []
    assert await bed.ask(time() + HOUR) == [push]
    assert bed.requests[0] == bed.requests[1]


async def test_confirmation_resets_the_delay_between_requests(bed: Bed):
    await bed.poll()
    for _ in range(5):
        (push,) = await bed.ask(time() + DAY)
    await bed.pushes.confirm(push, time())
    await bed.ask()
    assert await bed.due_in(push) <= 2 * MINUTE


@pytest.mark.parametrize("status", [400, 404, 500, 302])
async def test_refusal_is_recorded_without_affecting_polls(bed: Bed, status: int):
    before = (await bed.feed()).next_poll
    bed.hub.answers = [(status, {})]
    await bed.poll()
    await bed.ask()
    feed = await bed.feed()
    assert f"answers {status}" in feed.hub_error
    assert (feed.next_poll, feed.error, feed.state) == (before, None, State.ACTIVE)


@pytest.mark.parametrize("status", [307, 308])
async def test_redirect_to_another_hub_is_followed(bed: Bed, status: int):
    bed.hub.answers = [(status, {"Location": "/other"})]
    await bed.poll()
    await bed.ask()
    assert bed.modes == [("/hub", "subscribe"), ("/other", "subscribe")]
    assert bed.requests[0][1:] == bed.requests[1][1:]


@pytest.mark.parametrize("location", ["http://10.0.0.1/", "/hub", "ftp://hub.example/", ""])
async def test_redirect_to_an_unusable_location_is_an_error(bed: Bed, location: str):
    bed.hub.answers = [(307, {"Location": location})]
    await bed.poll()
    await bed.ask()
    assert bed.modes == [("/hub", "subscribe")]
    assert (await bed.feed()).hub_error


async def test_retry_after_delays_the_next_request(bed: Bed):
    bed.hub.answers = [(503, {"Retry-After": "7200"})]
    await bed.poll()
    (push,) = await bed.ask()
    assert await bed.due_in(push) == pytest.approx(2 * HOUR, abs=MINUTE)


async def test_retry_after_delays_the_next_request_by_a_day_at_most(bed: Bed):
    bed.hub.answers = [(503, {"Retry-After": "172800"})]
    await bed.poll()
    (push,) = await bed.ask()
    assert await bed.due_in(push) == pytest.approx(DAY, abs=MINUTE)


async def test_retry_after_delays_the_next_unsubscribe_request(bed: Bed):
    await bed.poll()
    await bed.subscriptions.change("feed", state=State.PAUSED)
    bed.hub.answers = [(503, {"Retry-After": "7200"})]
    (push,) = await bed.ask()
    assert bed.modes == [("/hub", "unsubscribe")]
    assert await bed.due_in(push) == pytest.approx(2 * HOUR, abs=MINUTE)


async def test_unreachable_hub_is_reported(bed: Bed):
    await bed.poll()
    await bed.subscriptions.note("feed", hub="http://127.0.0.1:1/")
    await bed.subscriber.want(await bed.feed())
    await bed.ask()
    assert "cannot connect to" in (await bed.feed()).hub_error


async def test_hub_at_a_private_address_is_sent_nothing(bed: Bed):
    async with aclosing(Poster(FetchSettings())) as bed.poster:
        await bed.poll()
        await bed.ask()
    assert bed.hub.deliveries == []
    assert "not public" in (await bed.feed()).hub_error


async def test_push_is_due_again_if_the_subscriber_dies_during_the_request(bed: Bed):
    await bed.poll()
    with dying(Poster, "post"):
        await bed.ask()
    assert len(await bed.ask(time() + HOUR)) == 1
    assert bed.modes == [("/hub", "subscribe")]


async def test_push_is_due_again_if_the_subscriber_dies_before_the_request(bed: Bed):
    await bed.poll()
    await bed.pushes.claim(time(), time() + MINUTE, 1)
    assert len(await bed.ask(time() + MINUTE)) == 1


async def test_feed_removed_meanwhile_gets_no_push(bed: Bed, redis: Redis):
    await bed.subscriptions.note("feed", hub=bed.hub.url(), topic=TOPIC)
    feed = await bed.feed()
    await bed.subscriptions.remove("feed")
    await bed.subscriber.want(feed)
    assert await redis.keys() == []
