"""Helpers that make webhooks, publish documents for them, and wait for deliveries."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from readings import reading
from waiting import until

from service.state import keys
from service.stream.wanted import Wanted
from service.webhooks.delivery import new_secret
from service.webhooks.webhooks import Progress, Webhook, Webhooks

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio import Redis

    from service.stream.publish import Publisher

SECRET = new_secret()


def a_webhook(url: str, name: str = "w", **wanted: str) -> Webhook:
    return Webhook(id=name, url=url, secret=SECRET, wanted=Wanted(**wanted), created=datetime.now(UTC))


def address(number: int) -> str:
    return f"http://example.com/{number}"


async def publish(publisher: Publisher, numbers: range, **more: Any) -> None:
    for number in numbers:
        await publisher.publish(reading(address(number), **more))


async def until_elected(redis: Redis) -> None:
    await until(lambda: redis.exists(keys.WEBHOOKS_DELIVERER))


async def until_progress(webhooks: Webhooks, is_so: Callable[[Progress], object]) -> Progress:
    async with asyncio.timeout(60):
        while not is_so(progress := await webhooks.progress("w")):  # noqa: ASYNC110 -- nothing to await
            await asyncio.sleep(0.01)
    return progress


async def until_delivered(webhooks: Webhooks, count: int) -> Progress:
    """Wait until so many documents are recorded as delivered."""
    return await until_progress(webhooks, lambda progress: progress.delivered >= count)


async def until_gone(webhooks: Webhooks) -> Progress:
    return await until_progress(webhooks, lambda progress: progress.is_gone)
