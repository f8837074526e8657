"""Answers that do not wait for a store that hangs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import RedisError

from service.http.handlers import of_redis
from service.pool.work import refuse
from service.state.connection import while_it_answers

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.pool.inspection import Inspect
    from service.pool.work import Answers, Job, Reply


def watched(answer: Answers, redis: Redis) -> Answers:
    """Answer with a problem while the store hangs, however many jobs wait for it."""

    async def watch(job: Job | Inspect) -> Reply:
        try:
            return await while_it_answers(redis, answer(job))
        except RedisError as error:
            return refuse(of_redis(error), job.line)

    return watch
