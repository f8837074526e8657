"""The standing of webhooks."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from service.statistics.hooks import Hooks, read_hooks
from service.stream.wanted import Wanted
from service.webhooks.webhooks import NEVER, Webhook, Webhooks

if TYPE_CHECKING:
    from redis.asyncio import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture
async def webhooks(redis: Redis) -> Webhooks:
    webhooks = Webhooks(redis)
    await webhooks.add(
        Webhook(id="a", url="https://example.com/", secret="", wanted=Wanted(), created=datetime.now(UTC)),
        "0-0",
    )
    return webhooks


async def test_without_webhooks_all_counts_are_zero(redis: Redis) -> None:
    assert await read_hooks(redis) == Hooks(active=0, failing=0, gone=0, dead=0)


async def test_new_webhook_is_active(webhooks: Webhooks, redis: Redis) -> None:
    assert await webhooks.get("a")
    assert await read_hooks(redis) == Hooks(active=1, failing=0, gone=0, dead=0)


async def test_webhook_is_failing_until_it_accepts_a_document(webhooks: Webhooks, redis: Redis) -> None:
    await webhooks.fail("a", "1-0", "no route", 1.0)
    assert await read_hooks(redis) == Hooks(active=0, failing=1, gone=0, dead=0)
    await webhooks.give_up("a", "1-0", "no route")
    assert await read_hooks(redis) == Hooks(active=0, failing=1, gone=0, dead=1)
    await webhooks.move_on("a", "2-0", delivered=1)
    assert await read_hooks(redis) == Hooks(active=1, failing=0, gone=0, dead=1)


async def test_webhook_that_answered_410_is_gone(webhooks: Webhooks, redis: Redis) -> None:
    await webhooks.fail("a", "1-0", "example.com answers 410 Gone", NEVER)
    assert await read_hooks(redis) == Hooks(active=0, failing=0, gone=1, dead=0)
