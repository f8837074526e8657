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

ITEM, REASON = Item(id=ID, url=URL), "no\nroute"


def park(url: str) -> None:
    """Park the item without putting it: otherwise a service on this store might claim it."""
    with Redis.from_url(url, socket_timeout=PATIENCE) as redis:
        record_failure(redis, keys.WORK_PARKED, ITEM, REASON)


@contextmanager
def fail(url: str) -> Iterator[None]:
    """Have the item fail for a while, likewise without putting it."""
    with Redis.from_url(url, socket_timeout=PATIENCE) as redis:
        record_failure(redis, keys.WORK_FAILED, ITEM, REASON)
        yield
        redis.zrem(keys.WORK_FAILED, ID)
        redis.hdel(keys.WORK_REASONS, ID)
        redis.hdel(keys.WORK_ITEMS, ID)


def record_failure(redis: Redis, key: str, item: Item, reason: str) -> None:
    """Record that an item failed, by a key for items that fail or that are parked."""
    redis.hset(keys.WORK_ITEMS, item.id, item.model_dump_json())
    redis.zadd(key, {item.id: 1_767_323_045_000})
    redis.hset(keys.WORK_REASONS, item.id, reason)
