"""The work queue, in figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from redis.exceptions import ResponseError

from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis


class QueueFigures(NamedTuple):
    """What is in the work queue, and for how long. Ages are seconds, 0 if there is nothing."""

    #: Items that wait for a worker, for a turn at their host, or for another try.
    waiting: int
    #: Items in the hands of workers.
    in_work: int
    #: Items given up.
    parked: int
    #: Age of the oldest item that is neither done nor parked.
    oldest: float
    #: For how long the first entry of the stream, the next item or a claimed one, has been there.
    lag: float


async def read_queue(redis: Redis) -> QueueFigures:
    """Read the figures; one round trip. Raises `redis.RedisError`."""
    async with redis.pipeline(transaction=False) as pipe:
        pipe.time()
        pipe.xlen(keys.WORK)
        pipe.zcard(keys.WORK_LATER)
        pipe.zcard(keys.WORK_PARKED)
        pipe.zrange(keys.WORK_SINCE, 0, 0, withscores=True)
        pipe.xrange(keys.WORK, count=1)
        pipe.xpending(keys.WORK, keys.WORK_GROUP)
        *told, pending = await pipe.execute(raise_on_error=False)
    if refusal := next((each for each in told if isinstance(each, ResponseError)), None):
        raise refusal
    (seconds, micros), ready, later, parked, first, next_ = told
    in_work = 0 if isinstance(pending, ResponseError) else pending["pending"]  # no group before a claim
    time = seconds * 1000 + micros / 1000
    return QueueFigures(
        waiting=ready - in_work + later,
        in_work=in_work,
        parked=parked,
        oldest=_age(time, first[0][1] if first else time),
        lag=_age(time, int(next_[0][0].partition(b"-")[0]) if next_ else time),
    )


def _age(now: float, since: float) -> float:
    return max(0.0, (now - since) / 1000)
