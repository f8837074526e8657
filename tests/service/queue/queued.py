"""Items of a work queue: put, claimed, failed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.queue import TRIES, Item, WorkQueue
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.queue import Claim


def items(*ids: str) -> list[Item]:
    return [Item(id=each, url=f"https://example.com/{each}") for each in ids]


async def claims(queue: WorkQueue, count: int = 10) -> list[Claim]:
    return await queue.claim(count, 0.001)


async def claimed(queue: WorkQueue) -> list[str]:
    return [claim.item.id for claim in await claims(queue)]


async def claim_one(queue: WorkQueue) -> Claim:
    (claim,) = await claims(queue, 1)
    return claim


async def come_due(queue: WorkQueue, redis: Redis) -> None:
    """Have all postponed items wait again."""
    for each in await redis.zrange(keys.WORK_LATER, 0, -1):
        await redis.zadd(keys.WORK_LATER, {each: 0})
    await queue.tick()


async def park(queue: WorkQueue, redis: Redis, item: str) -> None:
    """Put an item, and have it fail until it is parked."""
    await queue.put(items(item))
    for _ in range(TRIES):
        await queue.fail(await claim_one(queue), "no route")
        await come_due(queue, redis)
