"""A pool whose answers do not wait for a store that hangs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redis import RedisError

from service.http.handlers import of_redis
from service.pool.work import refuse
from service.state.connection import while_it_answers

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.pool.inspection import Inspect
    from service.pool.reading import Answers
    from service.pool.work import Job, Reply


class WatchedPool:
    """A pool that answers with a problem while the store hangs, however many jobs wait for it."""

    def __init__(self, pool: Answers, redis: Redis) -> None:
        self._pool = pool
        self._redis = redis

    async def answer(self, job: Job | Inspect) -> Reply:
        """Extract or inspect one page as the pool does."""
        try:
            return await while_it_answers(self._redis, self._pool.answer(job))
        except RedisError as error:
            return refuse(of_redis(error), job.line)
