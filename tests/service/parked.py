"""An item of the work queue that was given up on."""

from __future__ import annotations

from redis import Redis
from valkeys import PATIENCE

from service.queue import Item
from service.state import keys

ID = "example.com:1/2"
#: The service refuses this address, so a worker that claims it fetches nothing.
URL = "http://127.0.0.1/1"


def park(url: str) -> None:
    """Park the item without putting it: otherwise a service on this store might claim it."""
    with Redis.from_url(url, socket_timeout=PATIENCE) as redis:
        redis.hset(keys.WORK_ITEMS, ID, Item(id=ID, url=URL).model_dump_json())
        redis.zadd(keys.WORK_PARKED, {ID: 1_767_323_045_000})
        redis.hset(keys.WORK_REASONS, ID, "no\nroute")
