"""The standing of webhooks."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from service.state import keys
from service.statistics.webhooks import WebhookFigures, read_webhooks
from service.stream.wanted import Wanted
from service.webhooks.webhooks import NEVER, Webhook, Webhooks

if TYPE_CHECKING:
    from redis.asyncio import Redis


@pytest.fixture
async def webhooks(redis: Redis) -> Webhooks:
    webhooks = Webhooks(redis)
    await webhooks.add(webhook("a"), "0-0")
    return webhooks


def webhook(name: str) -> Webhook:
    return Webhook(id=name, url="https://example.com/", secret="", wanted=Wanted(), created=datetime.now(UTC))


async def test_without_webhooks_all_counts_are_zero(redis: Redis) -> None:
    assert await read_webhooks(redis) == WebhookFigures(active=0, failing=0, gone=0, dead=0, behind=0)


async def test_new_webhook_is_active(webhooks: Webhooks, redis: Redis) -> None:
    assert await webhooks.get("a")
    assert await read_webhooks(redis) == WebhookFigures(active=1, failing=0, gone=0, dead=0, behind=0)


async def test_webhook_is_failing_until_it_accepts_a_document(webhooks: Webhooks, redis: Redis) -> None:
    await webhooks.fail("a", "1-0", "no route", 1.0)
    assert await read_webhooks(redis) == WebhookFigures(active=0, failing=1, gone=0, dead=0, behind=0)
    await webhooks.give_up("a", "1-0", "no route")
    assert await read_webhooks(redis) == WebhookFigures(active=0, failing=1, gone=0, dead=1, behind=0)
    await webhooks.move_on("a", "2-0", delivered=1)
    assert await read_webhooks(redis) == WebhookFigures(active=1, failing=0, gone=0, dead=1, behind=0)


async def test_webhook_is_active_once_its_last_dead_letter_was_dropped(
    webhooks: Webhooks, redis: Redis
) -> None:
    await webhooks.give_up("a", "1-0", "no route")
    (letter,) = await webhooks.letters("a")
    await webhooks.drop("a", letter)
    assert await read_webhooks(redis) == WebhookFigures(active=1, failing=0, gone=0, dead=0, behind=0)


async def test_webhook_that_answered_410_is_gone(webhooks: Webhooks, redis: Redis) -> None:
    await webhooks.fail("a", "1-0", "example.com answers 410 Gone", NEVER)
    assert await read_webhooks(redis) == WebhookFigures(active=0, failing=0, gone=1, dead=0, behind=0)


async def test_of_webhooks_that_are_behind_the_one_furthest_behind_counts_unless_it_is_gone(
    webhooks: Webhooks, redis: Redis
) -> None:
    hours = [
        await redis.xadd(keys.DOCUMENTS, {"url": "x"}, id=f"{int(time.time()) - 3_600 * ago}000-0")
        for ago in (3, 2, 1)
    ]
    for name, position in zip("bc", hours, strict=False):
        await webhooks.add(webhook(name), position.decode())
    await webhooks.fail("a", "1-0", "example.com answers 410 Gone", NEVER)
    assert (await read_webhooks(redis)).behind == pytest.approx(2 * 3_600, abs=60)
