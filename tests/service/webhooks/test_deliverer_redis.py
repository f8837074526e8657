"""How often deliverers use Redis, and what they do when it fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from deliveries import a_webhook, publish, until_delivered, until_elected, until_gone
from valkeys import commands_in_half_a_second, full
from waiting import until

from service.running import throttledlog
from service.running.tasks import running
from service.state import keys
from service.webhooks import deliverer as module

if TYPE_CHECKING:
    from receivers import Receiver
    from redis.asyncio import Redis

    from service.stream.publish import Publisher
    from service.webhooks.deliverer import Deliverer
    from service.webhooks.webhooks import Webhooks


async def test_webhook_that_is_gone_causes_few_commands_to_redis(
    deliverer: Deliverer, publisher: Publisher, webhooks: Webhooks, receiver: Receiver, redis: Redis
) -> None:
    receiver.answers = [(410, {})]
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        await until_gone(webhooks)
        assert await commands_in_half_a_second(redis) < 50


@pytest.mark.parametrize("names", [(), ("w",)], ids=["none", "one"])
async def test_idle_deliverer_sends_few_commands_to_redis(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    names: tuple[str, ...],
) -> None:
    for name in names:
        await webhooks.add(a_webhook(receiver.url(), name), "0-0")
    async with running(deliverer.run):
        await until_elected(redis)
        await publish(publisher, range(1))
        await until(lambda: len(receiver.deliveries) == len(names))
        assert await commands_in_half_a_second(redis) < 50


async def test_webhook_resumes_once_redis_answers_again(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await webhooks.add(a_webhook(receiver.url()), "0-0")
    await publish(publisher, range(1))
    await redis.rename(keys.WEBHOOK + "w", "aside")
    await redis.set(keys.WEBHOOK + "w", "no hash")
    async with running(deliverer.run):
        await until(lambda: "the webhook w is paused" in caplog.text)
        assert await commands_in_half_a_second(redis) < 50
        await redis.rename("aside", keys.WEBHOOK + "w")
        await until_delivered(webhooks, 1)


@pytest.mark.parametrize("status", [200, 500])
async def test_document_is_sent_once_while_redis_is_full(
    deliverer: Deliverer,
    publisher: Publisher,
    webhooks: Webhooks,
    receiver: Receiver,
    redis: Redis,
    *,
    status: int,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_PAUSE", 0.01)
    monkeypatch.setattr(throttledlog, "_PAUSE", 0.0)
    receiver.answers = [(status, {})]
    await webhooks.add(a_webhook(receiver.url("/slow")), "0-0")
    await publish(publisher, range(1))
    async with running(deliverer.run):
        await until_elected(redis)
        async with full(redis):
            receiver.gate.set()
            await until(lambda: caplog.text.count("the webhook w is paused") >= 3)
        assert len(receiver.deliveries) == 1
