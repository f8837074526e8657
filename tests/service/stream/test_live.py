"""Listeners to the stream: none holds up another, none misses a document."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from listening import ALL, document_chunk, hear, publish, running_hub
from readings import reading
from waiting import until

from service.running import tasks
from service.state import keys
from service.stream import live
from service.stream.live import Live
from service.stream.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from redis.asyncio import Redis

    from service.stream.document import Document
    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream


def held_back(stream: DocumentStream, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Keep the hub from reading until the returned event is set."""
    may_read, wait = asyncio.Event(), stream.wait

    async def late(*args: Any) -> list[Document]:
        await may_read.wait()
        return await wait(*args)

    monkeypatch.setattr(stream, "wait", late)
    return may_read


async def test_listener_without_a_position_hears_only_new_documents(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publish(publisher, 1)
    async with running_hub(stream) as hub:
        heard = asyncio.create_task(hear(hub.listen(None, ALL), 1))
        await asyncio.sleep(0)
        await publish(publisher, 2)
        assert await heard == [2]


@pytest.mark.parametrize("before", [0, 1, 150])
async def test_listener_hears_each_document_once_from_redis_or_the_hub(
    stream: DocumentStream, publisher: Publisher, before: int
) -> None:
    await publish(publisher, *range(before))
    async with running_hub(stream) as hub:
        await publish(publisher, *range(before, 200))
        assert await hear(hub.listen("0", ALL), 200) == list(range(200))


@pytest.mark.parametrize("chunk", [1, live.CHUNK])
async def test_listener_ahead_of_the_hub_hears_nothing_twice(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(live, "CHUNK", chunk)
    may_read = held_back(stream, monkeypatch)
    async with running_hub(stream) as hub:
        await publish(publisher, 1, 2)
        heard = asyncio.create_task(hear(hub.listen(await stream.last(), ALL), 1))
        await asyncio.sleep(0)
        may_read.set()
        await publish(publisher, 3)
        assert await heard == [3]


async def test_listener_far_behind_is_served_from_redis(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    async with running_hub(stream) as hub:
        watcher = hub.listen("0", ALL)
        for number in range(50):
            await publish(publisher, number)
            assert await hear(watcher, 1) == [number]
        assert await hear(hub.listen("0", ALL), 50) == list(range(50))


async def left_behind(hub: Live, publisher: Publisher, *, by: int) -> AsyncGenerator[bytes]:
    """A listener that lacks so many documents after its first, while another one hears all of them."""
    slow, quick = hub.listen("0", ALL), hub.listen("0", ALL)
    await publish(publisher, 0)
    assert await hear(slow, 1) == await hear(quick, 1) == [0]
    for number in range(1, by + 1):
        await publish(publisher, number)
        assert await hear(quick, 1) == [number]
    return slow


@pytest.mark.parametrize(("limit", "value"), [("BUFFER", 5), ("BYTES", 3_000)])
async def test_listener_that_falls_behind_is_disconnected_and_others_are_not(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(live, limit, value)
    async with running_hub(stream) as hub:
        slow = await left_behind(hub, publisher, by=19)
        with pytest.raises(StopAsyncIteration):
            await anext(slow)
        assert await hear(hub.listen("0", ALL), 20) == list(range(20))


async def test_documents_after_a_large_one_are_kept_though_it_takes_most_of_the_room(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BYTES", 6_000)
    async with running_hub(stream) as hub:
        slow, quick = hub.listen("0", ALL), hub.listen("0", ALL)
        await publisher.publish(reading("http://example.com/0", text="a" * 4_000))
        assert await hear(slow, 1) == await hear(quick, 1) == [0]
        for number in range(1, 5):
            await publish(publisher, number)
            assert await hear(quick, 1) == [number]
        assert await hear(slow, 4) == [1, 2, 3, 4]


async def test_listener_is_not_disconnected_while_all_that_it_lacks_is_kept(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    async with running_hub(stream) as hub:
        assert await hear(await left_behind(hub, publisher, by=5), 5) == [1, 2, 3, 4, 5]


async def test_listener_that_falls_behind_before_its_first_document_is_disconnected(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    async with running_hub(stream) as hub:
        slow, quick = hub.listen(None, ALL), hub.listen("0", ALL)
        assert (await anext(slow)).startswith(b": ping")
        for number in range(9):
            await publish(publisher, number)
            assert await hear(quick, 1) == [number]
        with pytest.raises(StopAsyncIteration):
            await anext(slow)


async def test_chunk_for_a_listener_has_a_maximum_size(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 3_000)
    async with running_hub(stream) as hub:
        await publish(publisher, *range(20))
        await hear(hub.listen("0", ALL), 20)
        assert len(await document_chunk(hub.listen("0", ALL))) <= 3_000


async def test_document_larger_than_a_chunk_is_sent_whole(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 1)
    async with running_hub(stream) as hub:
        await publish(publisher, 1, 2)
        assert await hear(hub.listen("0", ALL), 2) == [1, 2]


async def test_filtered_listener_receives_a_wanted_document_behind_many_unwanted_ones(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 1)
    async with running_hub(stream) as hub:
        await publish(publisher, *range(20))
        await publisher.publish(reading("http://example.org/20", domain="example.org"))
        await hear(hub.listen("0", ALL), 20)
        chunk = await document_chunk(hub.listen("0", Wanted(domain="example.org")))
        assert b"http://example.org/20" in chunk


async def test_no_position_older_than_the_buffer_misses_a_document(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    may_read = held_back(stream, monkeypatch)
    async with running_hub(stream) as hub:
        await publish(publisher, *range(20))
        places = [document.id for document in await stream.page("0", 20)]
        early = asyncio.create_task(document_chunk(hub.listen(None, ALL)))
        await asyncio.sleep(0)
        may_read.set()
        with pytest.raises(StopAsyncIteration):  # the hub has read more than it buffers
            await early
        for number in range(1, 20):
            assert await hear(hub.listen(places[number - 1], ALL), 20 - number) == list(range(number, 20))


async def test_listener_whose_position_was_trimmed_hears_new_documents(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    await publish(publisher, 1)
    async with running_hub(stream) as hub:
        await redis.xtrim(keys.DOCUMENTS, 0)
        heard = asyncio.create_task(hear(hub.listen("0", ALL), 1))
        await asyncio.sleep(0)
        await publish(publisher, 2)
        assert await heard == [2]


async def test_listener_whose_position_was_trimmed_learns_its_place_at_once(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    await publish(publisher, 1)
    place = await stream.last()
    async with running_hub(stream) as hub:
        await redis.xtrim(keys.DOCUMENTS, 0)
        assert await anext(hub.listen("0", ALL)) == f": ping\nid: {place}\n\n".encode()


async def test_listener_is_disconnected_if_its_position_cannot_be_read(
    stream: DocumentStream, publisher: Publisher, redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    await publish(publisher, 1)
    async with running_hub(stream) as hub:
        await redis.set(keys.DOCUMENTS, "not a stream")
        with pytest.raises(StopAsyncIteration):
            await anext(hub.listen("0", ALL))
    assert "a listener is disconnected" in caplog.text


async def test_hub_buffers_a_limited_number_of_documents(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BUFFER", 5)
    async with running_hub(stream) as hub:
        watcher = hub.listen("0", ALL)
        for number in range(20):
            await publish(publisher, number)
            await hear(watcher, 1)
        assert len(hub._kept) == 5  # noqa: SLF001 -- nothing else shows it


async def test_listener_learns_its_place_before_any_document(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publish(publisher, 1)
    async with running_hub(stream) as hub:
        assert await anext(hub.listen(None, ALL)) == f": ping\nid: {await stream.last()}\n\n".encode()


async def test_silent_stream_sends_the_place_reached_as_heartbeats(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    async with running_hub(stream) as hub:
        listening = hub.listen(None, Wanted(domain="example.org"))
        assert await anext(listening) == b": ping\nid: 0-0\n\n"
        await publish(publisher, 1)
        await hear(hub.listen("0", ALL), 1)
        assert await anext(listening) == f": ping\nid: {await stream.last()}\n\n".encode()


async def test_heartbeat_does_not_skip_documents_that_were_not_looked_at(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "CHUNK", 1)
    monkeypatch.setattr(live, "HEARTBEAT", 0.01)
    async with running_hub(stream) as hub:
        listening = hub.listen("0", Wanted(domain="example.org"))
        await publisher.publish(reading("http://example.org/0", domain="example.org"))
        await document_chunk(listening)
        position = await stream.last()
        await publish(publisher, 1, 2)
        watcher = hub.listen(position, ALL)
        await hear(watcher, 2)
        await anext(watcher)  # a beat
        first, _ = await stream.page(position, 2)
        assert await anext(listening) == f": ping\nid: {first.id}\n\n".encode()


async def test_hub_recovers_after_an_unreadable_document(
    stream: DocumentStream,
    publisher: Publisher,
    redis: Redis,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "_RESTART_SECONDS", 0.01)
    async with running_hub(stream) as hub:
        broken = await redis.xadd(keys.DOCUMENTS, {"x": "y"}, "1-0")
        heard = asyncio.create_task(hear(hub.listen("0", ALL), 1))
        await until(lambda: "an internal error" in caplog.text)
        await redis.xdel(keys.DOCUMENTS, broken)
        await publish(publisher, 1)
        assert await heard == [1]


async def test_all_listeners_are_disconnected_when_the_hub_stops(stream: DocumentStream) -> None:
    async with running_hub(stream) as hub:
        waiting = asyncio.create_task(document_chunk(hub.listen(None, ALL)))
        await asyncio.sleep(0)
    with pytest.raises(StopAsyncIteration):
        await waiting


async def test_listener_far_behind_is_disconnected_when_the_hub_stops(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publish(publisher, 1)
    async with running_hub(stream) as hub:
        hub.end()
        with pytest.raises(StopAsyncIteration):
            await document_chunk(hub.listen("0", ALL))


async def test_stopped_hub_leaves_no_task_running(stream: DocumentStream) -> None:
    before = asyncio.all_tasks()
    async with Live(stream).running():
        assert asyncio.all_tasks() > before
    assert asyncio.all_tasks() == before


async def test_listeners_are_counted_until_they_leave(stream: DocumentStream, publisher: Publisher) -> None:
    async with running_hub(stream) as hub:
        listening = [hub.listen("0", ALL) for _ in range(2)]
        await publish(publisher, 1)
        for each in listening:
            await hear(each, 1)
        assert hub.listeners == 2
        await listening[0].aclose()
        assert hub.listeners == 1
        await listening[1].aclose()
