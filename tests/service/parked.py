"""An item of the work queue that failed, or was given up on."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from redis import Redis
from valkeys import PATIENCE

from service.queue import Item
from service.state import keys

if TYPE_CHECKING:
    from collections.abc import Iterator

ID = "example.com:1/2"
#: The service refuses this address, so a worker that claims it fetches nothing.
URL = "http://127.0.0.1/1"


def park(url: str) -> None:
    """Park the item without putting it: otherwise a service on this store might claim it."""
    with Redis.from_url(url, socket_timeout=PATIENCE) as redis:
        _record_failure(redis, keys.WORK_PARKED)


@contextmanager
def fail(url: str) -> Iterator[None]:
    """Have the item fail for a while, likewise without putting it."""
    with Redis.from_url(url, socket_timeout=PATIENCE) as redis:
        _record_failure(redis, keys.WORK_FAILED)
        yield
        redis.zrem(keys.WORK_FAILED, ID)
        redis.hdel(keys.WORK_REASONS, ID)
        redis.hdel(keys.WORK_ITEMS, ID)


def _record_failure(redis: Redis, key: str) -> None:
    redis.hset(keys.WORK_ITEMS, ID, Item(id=ID, url=URL).model_dump_json())
    redis.zadd(key, {ID: 1_767_323_045_000})
    redis.hset(keys.WORK_REASONS, ID, "no\nroute")
