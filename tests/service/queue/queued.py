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


async def make_due(redis: Redis) -> None:
    """Make all postponed items due now."""
    for each in await redis.zrange(keys.WORK_LATER, 0, -1):
        await redis.zadd(keys.WORK_LATER, {each: 0})


async def fail_until_parked(queue: WorkQueue, redis: Redis) -> None:
    for _ in range(TRIES):
        await queue.fail(await claim_one(queue), "no route")
        await make_due(redis)
        await queue.tick()
