"""One deliverer works at a time; the next continues where the last one stopped."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from deliveries import a_webhook, address, publish, until_delivered
from waiting import until

from service.running.tasks import running
from service.state import keys
from service.stream.live import Live
from service.stream.stream import DocumentStream
from service.webhooks.deliverer import Deliverer

if TYPE_CHECKING:
    from receivers import Receiver
    from redis.asyncio import Redis

    from service.fetching.poster import Poster
    from service.stream.publish import Publisher
    from service.webhooks.webhooks import Webhooks

pytestmark = pytest.mark.usefixtures("quick")


async def test_next_deliverer_continues_where_the_last_one_stopped(
    redis: Redis, live: Live, publisher: Publisher, webhooks: Webhooks, *, poster: Poster, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    for numbers in (range(3), range(3, 6)):
        await publish(publisher, numbers)
        async with running(Deliverer(redis, live, poster).run):
            await until_delivered(webhooks, numbers.stop)
    assert receiver.urls() == [address(number) for number in range(6)]


async def test_delivery_not_recorded_before_a_crash_is_repeated_with_the_same_id(
    redis: Redis, deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        await until(lambda: bool(receiver.deliveries))
    await redis.hset(keys.WEBHOOK + "w", "position", "0-0")
    async with running(deliverer.run):
        await until(lambda: len(receiver.deliveries) == 2)
    first, second = receiver.deliveries
    assert first.headers["webhook-id"] == second.headers["webhook-id"]


async def test_only_one_of_two_deliverers_delivers(
    redis: Redis, live: Live, publisher: Publisher, webhooks: Webhooks, *, poster: Poster, receiver: Receiver
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    one, other = (Deliverer(redis, live, poster) for _ in range(2))
    async with running(one.run), running(other.run):
        await publish(publisher, range(10))
        await until(lambda: len(receiver.deliveries) >= 10)
    assert receiver.urls() == [address(number) for number in range(10)]


async def test_stopped_deliverer_leaves_no_task_running(
    redis: Redis, publisher: Publisher, webhooks: Webhooks, *, poster: Poster, receiver: Receiver
) -> None:
    deliverer = Deliverer(redis, Live(DocumentStream(redis)), poster)
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    before = asyncio.all_tasks()
    async with running(deliverer.run):
        await until_delivered(webhooks, 1)
    assert asyncio.all_tasks() == before
