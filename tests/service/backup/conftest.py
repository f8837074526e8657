"""A store with some of everything."""

from __future__ import annotations

import asyncio
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis as AsyncRedis
from valkeys import PATIENCE, url_of

from service.queue import Item, WorkQueue
from service.schemas import EvidenceBody
from service.state import keys
from service.stream.document import Reading
from service.stream.publish import Publisher, StreamRetention
from urltree.extract import Extractor
from urltree.models import Retention
from urltree.store.keys import domain_prefix

if TYPE_CHECKING:
    from redis import Redis

#: Documents of a site; enough for common blocks, counters, and several buckets of rare blocks.
PAGES = 60


def page(number: int) -> str:
    # Blocks that differ only in digits count as equal.
    names = (f"{number}-{each}".translate(str.maketrans("0123456789", "abcdefghij")) for each in range(20))
    words = "".join(f"<p>Paragraph {name} of a page that no other has." for name in names)
    return f"<ul><li>Home<li>News<li>Weather today</ul>{words}<p>All rights reserved by the example."


def url(number: int) -> str:
    return f"http://example.com/{'ab'[number % 2]}/{number}"


async def publish(address: str) -> None:
    """Publish three documents, of which a consumer has read two and acknowledged one."""
    async with AsyncRedis.from_url(address, socket_timeout=PATIENCE) as redis:
        publisher = Publisher(redis, Retention(), StreamRetention())
        for number in range(3):
            reading = Reading(
                url=url(number), url_key=url(number), domain="example.com", text="The bridge is open.",
                revision=0, fetched="2026-01-02T03:04:05Z", feed="f1", labels=["news"],
                evidence=EvidenceBody(node="example.com", support=7, warm=False),
            )  # fmt: skip
            await publisher.publish(reading, b"page")
        await redis.xgroup_create(keys.DOCUMENTS, "indexers", "0")
        ((_, taken),) = await redis.xreadgroup("indexers", "one", {keys.DOCUMENTS: ">"}, count=2)
        await redis.xack(keys.DOCUMENTS, "indexers", taken[0][0])
        await WorkQueue(redis).put([Item(id="i1", url=url(1)), Item(id="i2", url=url(2))])


@pytest.fixture
def filled(valkey_client: Redis) -> Redis:
    """A client of a store with some of everything."""
    address = url_of(valkey_client)
    with closing(Extractor("strict", address)) as extractor:
        for number in range(PAGES):
            extractor.extract(page(number), url(number))
    asyncio.run(publish(address))
    valkey_client.hset(keys.FEED_ADDRESSES, "http://example.com/feed", "f1")
    valkey_client.hset(keys.FEED + "f1", "url", "http://example.com/feed")
    valkey_client.zadd(keys.HISTORY + "example.com", {"e1": 1})
    valkey_client.hset(keys.WEBHOOKS, "w1", "{}")
    valkey_client.hset(keys.WEBHOOK + "w1", "position", "0-0")
    valkey_client.zadd(keys.dead_letters("w1"), {"{}": 1})
    valkey_client.set(keys.SESSION + "x", "k1", ex=100)
    valkey_client.hset(f"{domain_prefix('no-documents.example')}meta", "first", 7)
    valkey_client.set("another:program", "x")
    return valkey_client
