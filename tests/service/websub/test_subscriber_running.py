"""The running subscriber, with a real hub and a real Valkey."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from time import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest
from redis import ConnectionError as RedisConnectionError
from valkeys import commands_in_half_a_second
from waiting import until

from service.feeds.schedule import MINUTE
from service.feeds.subscriptions import Subscription, Subscriptions
from service.running.tasks import cancel
from service.state import keys
from service.websub import subscriber as module
from service.websub.subscriber import Subscriber

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from receivers import Receiver
    from redis.asyncio import Redis

    from service.fetching.poster import Poster


@pytest.fixture
def subscriber(redis: Redis, poster: Poster) -> Subscriber:
    return Subscriber(redis, poster, "https://news.example")


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK", 0.05)


@asynccontextmanager
async def running(subscriber: Subscriber) -> AsyncIterator[None]:
    task = asyncio.create_task(subscriber.run())
    try:
        yield
    finally:
        await cancel(task)


async def poll(redis: Redis, subscriber: Subscriber, hub: Receiver, name: str) -> None:
    """Let the subscriber learn from a poll that a feed names a hub."""
    feed = Subscription(name, f"https://{name}.example/", site="example", hub=hub.url(), topic=name)
    await subscriber.want(await Subscriptions(redis).add(feed, time()))


def topics(hub: Receiver) -> list[str]:
    """Return the topics that the hub was asked for."""
    return [parse_qs(sent.body.decode())["hub.topic"][0] for sent in hub.deliveries]


async def test_idle_subscriber_sends_few_commands_to_redis(redis: Redis, subscriber: Subscriber):
    async with running(subscriber):
        assert 0 < await commands_in_half_a_second(redis) < 50


@pytest.mark.usefixtures("quick")
async def test_hubs_are_asked_once_redis_works_again(
    redis: Redis, subscriber: Subscriber, receiver: Receiver, caplog: pytest.LogCaptureFixture
):
    await poll(redis, subscriber, receiver, "a")
    await redis.rename(keys.WEBSUB_DUE, "aside")
    await redis.set(keys.WEBSUB_DUE, "in no order")
    async with running(subscriber):
        await until(lambda: "no hub can be asked for now" in caplog.text)
        assert topics(receiver) == []
        await redis.rename("aside", keys.WEBSUB_DUE)
        await until(lambda: topics(receiver) == ["a"])


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("error", [ZeroDivisionError(), RedisConnectionError()], ids=["ours", "of Redis"])
async def test_hub_that_cannot_be_asked_is_postponed_and_stops_no_other(
    redis: Redis,
    subscriber: Subscriber,
    receiver: Receiver,
    error: Exception,
    *,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
):
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(Subscriber, "ask", fail)
    await poll(redis, subscriber, receiver, "a")
    async with running(subscriber):
        await until(lambda: f"{receiver.url()} could not be asked" in caplog.text)
        monkeypatch.undo()
        await poll(redis, subscriber, receiver, "b")
        await until(lambda: topics(receiver) == ["b"])
    token = (await Subscriptions(redis).get("a")).push
    assert await redis.zscore(keys.WEBSUB_DUE, token) - time() == pytest.approx(MINUTE, abs=MINUTE / 2)
