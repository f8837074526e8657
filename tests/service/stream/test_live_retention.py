"""Listeners to the stream when it drops documents that are too many or too old."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from listening import ALL, hear, publish, running_hub
from waiting import until

from service.state import keys
from service.stream import live
from service.stream import stream as reading_end

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.live import Live
    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have hubs look every 10 milliseconds, instead of every second, or 5 while no document comes."""
    monkeypatch.setattr(reading_end, "_WAIT", 0.01)
    monkeypatch.setattr(live, "_LOOK", 0)


async def until_kept(hub: Live, number: int) -> None:
    await until(lambda: len(hub._kept) == number)  # noqa: SLF001 -- nothing else shows it


async def drop_all_but(redis: Redis, hub: Live, number: int) -> None:
    """Drop the oldest documents, and wait until the hub has taken note of it."""
    await redis.xtrim(keys.DOCUMENTS, number, approximate=False)
    await until_kept(hub, number)


async def test_listener_is_not_sent_what_the_stream_no_longer_keeps(
    redis: Redis, stream: DocumentStream, publisher: Publisher
) -> None:
    async with running_hub(stream) as hub:
        await publish(publisher, *range(5))
        await until_kept(hub, 5)
        await drop_all_but(redis, hub, 2)
        assert await hear(hub.listen("0", ALL), 2) == [3, 4]


async def test_listener_whose_place_is_gone_goes_on_with_the_oldest_documents_left(
    redis: Redis, stream: DocumentStream, publisher: Publisher
) -> None:
    async with running_hub(stream) as hub:
        listening = hub.listen("0", ALL)
        await publish(publisher, 0)
        assert await hear(listening, 1) == [0]
        await publish(publisher, *range(1, 5))
        await until_kept(hub, 5)
        await drop_all_but(redis, hub, 2)
        assert await hear(listening, 2) == [3, 4]


async def test_listener_hears_the_next_document_after_all_are_gone(
    redis: Redis, stream: DocumentStream, publisher: Publisher
) -> None:
    async with running_hub(stream) as hub:
        listening = hub.listen("0", ALL)
        await publish(publisher, 0)
        assert await hear(listening, 1) == [0]
        await drop_all_but(redis, hub, 0)
        await publish(publisher, 1)
        assert await hear(listening, 1) == [1]


async def test_new_listener_learns_the_last_place_after_all_documents_are_gone(
    redis: Redis, stream: DocumentStream, publisher: Publisher
) -> None:
    async with running_hub(stream) as hub:
        await publish(publisher, 0)
        place = await stream.last()
        await until_kept(hub, 1)
        await drop_all_but(redis, hub, 0)
        assert await anext(hub.listen(None, ALL)) == f": ping\nid: {place}\n\n".encode()
