"""A store that is replaced by an older copy of itself, whose clock is behind."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from readings import reading
from valkeys import full
from waiting import until

from service.state import keys
from service.state.connection import open_redis
from service.stream.live import Live
from service.stream.stream import DocumentStream
from service.stream.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import pytest
    from redis.asyncio import Redis

    from service.stream.publish import Publisher

#: A position that no clock of ours reaches.
AHEAD = "9999999999999-0"


@asynccontextmanager
async def hearing(hub: Live) -> AsyncIterator[list[bytes]]:
    """Run a hub; collect what a listener hears."""
    heard: list[bytes] = []

    async def listen() -> None:
        async for chunk in hub.listen(None, Wanted()):
            heard.append(chunk)  # noqa: PERF401 -- at once, and not at the end

    async with hub.running():
        listening = asyncio.create_task(listen())
        yield heard
    await listening


async def until_heard(heard: list[bytes], what: bytes) -> None:
    await until(lambda: any(what in each for each in heard))


async def test_listeners_hear_what_comes_after_documents_that_the_store_lost(
    redis: Redis, valkey_url: str, publisher: Publisher, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_redis(valkey_url) as its_own, hearing(Live(DocumentStream(its_own))) as heard:
        await publisher.publish(reading("http://example.com/kept"))
        older = await redis.dump(keys.DOCUMENTS)
        assert older
        await redis.eval("redis.call('XSETID', KEYS[1], ARGV[1])", 1, keys.DOCUMENTS, AHEAD)
        await publisher.publish(reading("http://example.com/lost"))
        await until_heard(heard, b"/lost")
        await redis.restore(keys.DOCUMENTS, 0, older, replace=True)
        await until(lambda: "the store lost documents" in caplog.text)
        await publisher.publish(reading("http://example.com/next"))
        await until_heard(heard, b"/next")


async def test_stream_is_not_lifted_back(publisher: Publisher, stream: DocumentStream) -> None:
    position = (await publisher.publish(reading())).position
    assert await stream.lift(position) is await stream.lift("1-0") is None
    assert [each.id for each in await stream.page("0", 9)] == [position]


async def test_stream_that_never_was_ended_before_all_documents(stream: DocumentStream) -> None:
    assert await stream.lift("5-1") == "0-0"
    assert await stream.lift("5-1") is None
    assert await stream.page("0", 9) == []


async def test_full_store_tells_where_a_stream_ended_that_it_cannot_lift(
    redis: Redis, stream: DocumentStream
) -> None:
    async with full(redis):
        assert await stream.lift("5-1") == await stream.lift("5-1") == "0-0"
