"""Whatever happens to feeds and hubs, in whatever order: pushes and feeds agree, and nothing is left over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from time import time
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from valkeys import full, in_redis

from service.feeds.errors import NoSuchFeedError
from service.feeds.schedule import DAY
from service.feeds.subscriptions import State, Subscription, Subscriptions
from service.fetching.errors import FetchError, Reason
from service.state import keys
from service.statistics.reporter import Reporter
from service.websub.callback import Callback, Intent
from service.websub.push import Mode, Push
from service.websub.pushes import Pushes
from service.websub.subscriber import FAREWELLS, Subscriber

if TYPE_CHECKING:
    from redis.asyncio import Redis

FEEDS = ("a", "b")
HUBS = ("https://one.example/", "https://two.example/")
PUSH = Push(token="t", feed="a", hub=HUBS[0], topic="a", callback="b", secret="c")

actions = st.one_of(
    st.tuples(st.just("poll"), st.sampled_from(FEEDS), st.sampled_from([*HUBS, None])),
    st.tuples(st.sampled_from(["remove", "pause", "resume"]), st.sampled_from(FEEDS)),
    st.tuples(st.just("ask"), st.booleans()),
    st.tuples(st.just("hear"), st.sampled_from(["subscribe", "unsubscribe", "denied"]), st.integers(0, 9)),
)


@dataclass
class Hubs:
    """A poster that accepts everything, or fails."""

    fails: bool = False

    async def post(self, *_: object, **__: object) -> None:
        if self.fails:
            raise FetchError(Reason.CONNECT, "away")


@dataclass
class History:
    """Two feeds, and everything that can happen to them."""

    redis: Redis
    hubs: Hubs = field(default_factory=Hubs)

    def __post_init__(self) -> None:
        self.subscriptions, self.pushes = Subscriptions(self.redis), Pushes(self.redis)
        self.subscriber = Subscriber(self.redis, self.hubs, "https://news.example")
        self.callback = Callback(self.redis, None, Reporter(self.redis))

    async def do(self, verb: str, *args: object) -> None:
        with suppress(NoSuchFeedError):
            await getattr(self, verb)(*args)

    async def poll(self, name: str, hub: str | None) -> None:
        feed = Subscription(id=name, url=f"https://{name}.example/", site="example")
        await self.subscriptions.add(feed, time())
        await self.subscriptions.note(name, hub=hub, topic=feed.url)
        polled = await self.subscriptions.get(name)
        if polled.state is State.ACTIVE:
            await self.subscriber.want(polled)

    async def remove(self, name: str) -> None:
        await self.subscriptions.remove(name)

    async def pause(self, name: str) -> None:
        await self.subscriptions.change(name, state=State.PAUSED)

    async def resume(self, name: str) -> None:
        await self.subscriptions.change(name, time(), state=State.ACTIVE)

    async def ask(self, fails: bool = False) -> None:
        """Ask all hubs, as if a day had passed."""
        self.hubs.fails = fails
        for push in await self.pushes.claim(time() + DAY, time() + 2 * DAY, 100):
            await self.subscriber.ask(push)

    async def hear(self, mode: str, number: int) -> None:
        """Let a hub call back."""
        pushes = await self.all()
        if pushes:
            push = pushes[number % len(pushes)]
            intent = Intent(**{"hub.mode": mode, "hub.topic": push.topic, "hub.lease_seconds": "9000"})
            await self.callback.agrees(await self.callback.find(push.token), intent)

    async def all(self) -> list[Push]:
        tokens = await self.redis.hkeys(keys.WEBSUB)
        return [await self.pushes.get(token.decode()) for token in sorted(tokens)]

    async def check(self) -> None:
        tokens = {push.token.encode() for push in await self.all()}
        assert set(await self.redis.zrange(keys.WEBSUB_DUE, 0, -1)) == tokens
        assert set(await self.redis.zrange(keys.WEBSUB_ASKED, 0, -1)) == tokens
        for feed in await self.subscriptions.all():
            push = await self.pushes.get(feed.push) if feed.push else None
            assert push is None or push.feed == feed.id
            assert feed.pushed_until is None or feed.push

    async def end(self) -> None:
        """Remove all feeds, while hubs never confirm."""
        for feed in await self.subscriptions.all():
            await self.subscriptions.remove(feed.id)
        for _ in range(FAREWELLS + 1):
            await self.ask()


async def replay(redis: Redis, actions: list[tuple[object, ...]]) -> list[bytes]:
    """Perform the actions, checking after each; then end, and return the keys that are left over."""
    await redis.flushall()
    history = History(redis)
    for action in actions:
        await history.do(*action)
        await history.check()
    await history.end()
    return await redis.keys()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions=st.lists(actions, max_size=12))
def test_pushes_and_feeds_agree_after_any_history_and_nothing_is_left_over(
    valkey_url: str, actions: list[tuple[object, ...]]
):
    assert in_redis(valkey_url, lambda redis: replay(redis, actions)) == []


async def test_requests_are_counted_until_the_hub_confirms(redis: Redis) -> None:
    pushes = Pushes(redis)
    await Subscriptions(redis).add(Subscription(id="a", url="https://a.example/", site="example"), 1.0)
    await pushes.swap("a", PUSH, 1.0)
    assert [await pushes.ask(PUSH, Mode.SUBSCRIBE) for _ in range(2)] == [1, 2]
    await pushes.confirm(PUSH, 1.0)
    assert await pushes.ask(PUSH, Mode.SUBSCRIBE) == 1


async def test_requests_are_counted_anew_when_the_mode_changes(redis: Redis) -> None:
    pushes = Pushes(redis)
    await Subscriptions(redis).add(Subscription(id="a", url="https://a.example/", site="example"), 1.0)
    await pushes.swap("a", PUSH, 1.0)
    modes = [Mode.SUBSCRIBE] * 2 + [Mode.UNSUBSCRIBE] * 2 + [Mode.SUBSCRIBE] * 2
    assert [await pushes.ask(PUSH, mode) for mode in modes] == [1, 2] * 3


async def test_push_deleted_meanwhile_is_not_brought_back(redis: Redis) -> None:
    pushes = Pushes(redis)
    assert await pushes.ask(PUSH, Mode.SUBSCRIBE) == 0
    await pushes.postpone(PUSH, 1.0)
    await pushes.confirm(PUSH, 1.0)
    assert await redis.keys() == []


async def test_push_deleted_while_it_is_claimed_is_left_out(redis: Redis) -> None:
    await redis.zadd(keys.WEBSUB_DUE, {PUSH.token: 1.0})  # as between the two round trips
    assert await Pushes(redis).claim(1.0, 2.0, 1) == []


async def test_feed_with_a_push_can_be_removed_while_the_store_is_full(redis: Redis) -> None:
    feed = Subscription(id="a", url="https://a.example/", site="example")
    await Subscriptions(redis).add(feed, 1.0)
    await Pushes(redis).swap("a", PUSH, 9.0)
    async with full(redis):
        await Subscriptions(redis).remove("a")
    assert not await redis.exists(keys.FEED + "a")
    assert await redis.zscore(keys.WEBSUB_DUE, PUSH.token) == 0  # its hub is asked to end it
