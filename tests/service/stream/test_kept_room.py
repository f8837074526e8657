"""The room that kept pages take."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import reading

from service.state import keys
from service.stream import publish as publishing
from service.stream.publish import Publisher
from service.stream.values import StreamRetention
from urltree.models import Retention

if TYPE_CHECKING:
    from redis.asyncio import Redis

#: Bytes that are kept, instead of 256 MiB.
ROOM = 10


@pytest.fixture
def publisher(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> Publisher:
    monkeypatch.setitem(publishing._CONSTANTS, "KEPT_BYTES", ROOM)  # noqa: SLF001 -- what the script is given
    return Publisher(redis, Retention(), StreamRetention())


async def keep(publisher: Publisher, size: int, *domains: str) -> None:
    for domain in domains:
        await publisher.publish(reading(f"http://{domain}/", domain=domain), b"x" * size)


async def test_large_page_takes_the_room_of_as_many_small_ones_as_it_needs(
    redis: Redis, publisher: Publisher
) -> None:
    await keep(publisher, 2, "a.com", "b.com", "c.com", "d.com", "e.com")
    await keep(publisher, 6, "large.com")
    assert await redis.zrange(keys.KEPT, 0, -1) == [b"d.com", b"e.com", b"large.com"]


async def test_pages_that_fill_the_room_are_all_kept(redis: Redis, publisher: Publisher) -> None:
    await keep(publisher, 5, "a.com", "b.com")
    assert await redis.zcard(keys.KEPT) == 2


async def test_page_larger_than_the_room_is_not_kept(redis: Redis, publisher: Publisher) -> None:
    await keep(publisher, 5, "a.com")
    await keep(publisher, ROOM + 1, "large.com")
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"0"}
