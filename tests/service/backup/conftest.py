"""A store with some of everything."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from readings import reading
from valkeys import in_redis, url_of

from service.queue import Item, WorkQueue
from service.state import keys
from service.stream.publish import Publisher
from service.stream.values import StreamRetention
from urltree.extract import Extractor
from urltree.models import Retention
from urltree.store.keys import domain_prefix

if TYPE_CHECKING:
    from redis import Redis
    from redis.asyncio import Redis as AsyncRedis

#: Documents of a site; enough for common blocks, counters, and several buckets of rare blocks.
PAGES = 60


def page(number: int) -> str:
    # Blocks that differ only in digits count as equal.
    names = (f"{number}-{each}".translate(str.maketrans("0123456789", "abcdefghij")) for each in range(20))
    words = "".join(f"<p>Paragraph {name} of a page that no other has." for name in names)
    return f"<ul><li>Home<li>News<li>Weather today</ul>{words}<p>All rights reserved by the example."


def url(number: int) -> str:
    return f"http://example.com/{'ab'[number % 2]}/{number}"


async def publish(redis: AsyncRedis) -> None:
    """Publish three documents, of which a consumer has read two and acknowledged one."""
    publisher = Publisher(redis, Retention(), StreamRetention())
    for number in range(3):
        await publisher.publish(reading(url(number), feed="f1", labels=["news"]), b"page")
    await redis.xgroup_create(keys.DOCUMENTS, "indexers", "0")
    ((_, taken),) = await redis.xreadgroup("indexers", "one", {keys.DOCUMENTS: ">"}, count=2)
    await redis.xack(keys.DOCUMENTS, "indexers", taken[0][0])
    await WorkQueue(redis).put([Item(id="i1", url=url(1)), Item(id="i2", url=url(2))])


def fill(redis: Redis) -> None:
    address = url_of(redis)
    with closing(Extractor("strict", address)) as extractor:
        for number in range(PAGES):
            extractor.extract(page(number), url(number))
    in_redis(address, publish)
    for address in ("http://example.com/feed", "http://example.com/former"):
        redis.hset(keys.FEED_ADDRESSES, address, "f1")
    redis.hset(keys.FEED + "f1", "url", "http://example.com/feed")
    redis.zadd(keys.HISTORY + "example.com", {"e1": 1})
    redis.zadd(keys.RECENT + "example.com", {"s1": 1})
    redis.hset(keys.WEBHOOKS, "w1", "{}")
    redis.hset(keys.WEBHOOK + "w1", "position", "0-0")
    redis.zadd(keys.dead_letters("w1"), {"{}": 1})
    redis.set(keys.SESSION + "x", "k1", ex=100)
    redis.hset(f"{domain_prefix('no-documents.example')}meta", "first", 7)
    redis.set("another:program", "x")


@pytest.fixture(scope="session")
def dumped(valkey: Redis) -> list[tuple[bytes, int, bytes]]:
    """Each key of a filled store, the milliseconds it is still kept, 0 for ever, and its value."""
    valkey.flushall()
    fill(valkey)
    return [(key, max(0, valkey.pttl(key)), valkey.dump(key)) for key in valkey.scan_iter()]


@pytest.fixture
def filled(valkey_client: Redis, dumped: list[tuple[bytes, int, bytes]]) -> Redis:
    """A client of a store with some of everything."""
    for key, milliseconds, value in dumped:
        valkey_client.restore(key, milliseconds, value)
    return valkey_client
