"""Those who listen to the stream: none holds up another, none misses a document."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from readings import reading

from service.state import keys
from service.stream import live
from service.stream.live import Live
from service.stream.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from redis.asyncio import Redis

    from service.stream.document import Document
    from service.stream.publish import DocumentStream

pytestmark = pytest.mark.anyio

ALL = Wanted()


async def publish(stream: DocumentStream, *numbers: int) -> None:
    for number in numbers:
        await stream.publish(reading(f"http://example.com/{number}"))


async def hear(listening: AsyncIterator[bytes], count: int) -> list[int]:
    """Hear so many documents; give their numbers."""
    frames: list[bytes] = []
    while len(frames) < count:
        frames += (await anext(listening)).split(b"\n\n")[:-1]
    return [int(frame.partition(b"http://example.com/")[2].partition(b'"')[0]) for frame in frames]


def held_back(stream: DocumentStream, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Let the hub read nothing until the event is set."""
    may_read, wait = asyncio.Event(), stream.wait

    async def late(*args: Any) -> list[Document]:
        await may_read.wait()
        return await wait(*args)

    monkeypatch.setattr(stream, "wait", late)
    return may_read


async def test_listener_without_a_place_hears_what_comes(stream: DocumentStream) -> None:
    await publish(stream, 1)
    hub = Live(stream)
    async with hub.running():
        heard = asyncio.create_task(hear(hub.listen(None, ALL), 1))
        await asyncio.sleep(0)
        await publish(stream, 2)
        assert await heard == [2]


@pytest.mark.parametrize("before", [0, 1, 150])
async def test_listener_hears_each_document_once_whatever_redis_and_the_hub_have(
    stream: DocumentStream, before: int
) -> None:
    await publish(stream, *range(before))
    hub = Live(stream)
    async with hub.running():
        await publish(stream, *range(before, 200))
        assert await hear(hub.listen("0", ALL), 200) == list(range(200))


async def test_listener_ahead_of_the_hub_hears_nothing_again(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_read = held_back(stream, monkeypatch)
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        await publish(stream, 1, 2)
        heard = asyncio.create_task(hear(hub.listen(await stream.last(), ALL), 1))
        await asyncio.sleep(0)
        may_read.set()
        await publish(stream, 3)
        assert await heard == [3]


async def test_listener_far_behind_is_given_what_redis_has(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    hub = Live(stream)
    async with hub.running():
        watcher = hub.listen("0", ALL)
        for number in range(50):
            await publish(stream, number)
            assert await hear(watcher, 1) == [number]
        assert await hear(hub.listen("0", ALL), 50) == list(range(50))


async def test_listener_that_falls_behind_is_sent_away_and_others_are_not(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    hub = Live(stream)
    async with hub.running():
        slow, quick = hub.listen("0", ALL), hub.listen("0", ALL)
        await publish(stream, 0)
        assert await hear(slow, 1) == await hear(quick, 1) == [0]
        for number in range(1, 10):
            await publish(stream, number)
            assert await hear(quick, 1) == [number]
        with pytest.raises(StopAsyncIteration):
            await anext(slow)


async def test_no_more_bytes_are_kept_than_may_be(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BYTES", 3_000)
    hub = Live(stream)
    async with hub.running():
        slow, quick = hub.listen("0", ALL), hub.listen("0", ALL)
        await publish(stream, 0)
        assert await hear(slow, 1) == await hear(quick, 1) == [0]
        for number in range(1, 20):
            await publish(stream, number)
            assert await hear(quick, 1) == [number]
        with pytest.raises(StopAsyncIteration):
            await anext(slow)
        assert await hear(hub.listen("0", ALL), 20) == list(range(20))


async def test_listener_is_given_no_more_at_once_than_may_be(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 3_000)
    hub = Live(stream)
    async with hub.running():
        await publish(stream, *range(20))
        await hear(hub.listen("0", ALL), 20)
        assert len(await anext(hub.listen("0", ALL))) <= 3_000


async def test_listener_is_given_a_document_that_is_longer_than_may_be(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 1)
    hub = Live(stream)
    async with hub.running():
        await publish(stream, 1, 2)
        assert await hear(hub.listen("0", ALL), 2) == [1, 2]


async def test_listener_hears_what_it_wants_behind_much_that_it_does_not(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 1)
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        await publish(stream, *range(20))
        await stream.publish(reading("http://example.org/20", domain="example.org"))
        await hear(hub.listen("0", ALL), 20)
        chunk = await anext(hub.listen("0", Wanted(domain="example.org")))
        assert b"http://example.org/20" in chunk


async def test_no_place_before_what_the_hub_keeps_misses_a_document(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    may_read = held_back(stream, monkeypatch)
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        await publish(stream, *range(20))
        places = [document.id for document in await stream.page("0", 20)]
        early = asyncio.create_task(anext(hub.listen(None, ALL)))
        await asyncio.sleep(0)
        may_read.set()
        with pytest.raises(StopAsyncIteration):  # for the hub has read more than it keeps
            await early
        for number in range(1, 20):
            assert await hear(hub.listen(places[number - 1], ALL), 20 - number) == list(range(number, 20))


async def test_listener_whose_place_is_gone_with_all_documents_hears_what_comes(
    stream: DocumentStream, redis: Redis
) -> None:
    await publish(stream, 1)
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        await redis.xtrim(keys.DOCUMENTS, 0)
        heard = asyncio.create_task(hear(hub.listen("0", ALL), 1))
        await asyncio.sleep(0)
        await publish(stream, 2)
        assert await heard == [2]


async def test_listener_whose_place_cannot_be_read_is_sent_away(
    stream: DocumentStream, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await publish(stream, 1)
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        await redis.set(keys.DOCUMENTS, "not a stream")
        with pytest.raises(StopAsyncIteration):
            await anext(hub.listen("0", ALL))
    assert "a listener is disconnected" in caplog.text


async def test_hub_keeps_no_more_than_it_may(stream: DocumentStream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    hub = Live(stream)
    async with hub.running():
        watcher = hub.listen("0", ALL)
        for number in range(20):
            await publish(stream, number)
            await hear(watcher, 1)
        assert len(hub._kept) == 5  # noqa: SLF001 -- what it keeps is not told


async def test_silence_is_broken_by_heartbeats(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    hub = Live(stream)
    async with hub.running():
        assert await anext(hub.listen(None, ALL)) == b": ping\n\n"


async def test_documents_go_on_to_come_after_one_that_could_not_be_read(
    stream: DocumentStream, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    hub = Live(stream)
    async with hub.running(), asyncio.timeout(60):
        broken = await redis.xadd(keys.DOCUMENTS, {"x": "y"}, "1-0")
        heard = asyncio.create_task(hear(hub.listen("0", ALL), 1))
        while "an error of ours" not in caplog.text:  # noqa: ASYNC110 -- nothing else tells of it
            await asyncio.sleep(0.01)
        await redis.xdel(keys.DOCUMENTS, broken)
        await publish(stream, 1)
        assert await heard == [1]


async def test_all_are_sent_away_at_the_end(stream: DocumentStream) -> None:
    hub = Live(stream)
    async with hub.running():
        waiting = asyncio.create_task(anext(hub.listen(None, ALL)))
        await asyncio.sleep(0)
    with pytest.raises(StopAsyncIteration):
        await waiting


async def test_hub_that_ends_leaves_nothing_at_work(stream: DocumentStream) -> None:
    before = asyncio.all_tasks()
    async with Live(stream).running():
        assert asyncio.all_tasks() > before
    assert asyncio.all_tasks() == before


async def test_listeners_are_counted_until_they_leave(stream: DocumentStream) -> None:
    hub = Live(stream)
    async with hub.running():
        listening = [hub.listen("0", ALL) for _ in range(2)]
        await publish(stream, 1)
        for each in listening:
            await hear(each, 1)
        assert hub.listeners == 2
        await listening[0].aclose()
        assert hub.listeners == 1
        await listening[1].aclose()
