"""Listeners to the stream when documents are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from listening import ALL, hear, publish, running_hub
from redis import RedisError

from service.stream import live
from service.stream.delete import delete_document

if TYPE_CHECKING:
    import pytest
    from redis.asyncio import Redis

    from service.stream.document import Document
    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream


async def test_listener_is_not_sent_what_was_deleted(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    async with running_hub(stream) as hub:
        watcher = hub.listen("0-0", ALL)
        await publish(publisher, 1, 2)
        await hear(watcher, 2)
        first, _ = await stream.page("0", 2)
        await delete_document(redis, first.id)
        await publish(publisher, 3)
        assert await hear(watcher, 1) == [3]
        assert await hear(hub.listen("0-0", ALL), 2) == [2, 3]


async def test_document_deleted_while_the_hub_reads_it_is_not_sent(
    stream: DocumentStream, publisher: Publisher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait = stream.wait

    async def deleted_meanwhile(*args: Any) -> list[Document]:
        documents = await wait(*args)
        for each in documents:
            if each.url.endswith("/1"):
                await delete_document(redis, each.id)
        return documents

    monkeypatch.setattr(stream, "wait", deleted_meanwhile)
    async with running_hub(stream) as hub:
        watcher = hub.listen("0", ALL)
        await publish(publisher, 1, 2)
        assert await hear(watcher, 1) == [2]


async def test_hub_asks_only_for_deletions_that_it_does_not_know(
    stream: DocumentStream, publisher: Publisher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    deleted, places = stream.deleted, list[str]()

    async def noted(after: str) -> tuple[set[str], str]:
        places.append(after)
        return await deleted(after)

    monkeypatch.setattr(stream, "deleted", noted)
    await publish(publisher, 1)
    await delete_document(redis, await stream.last())
    _, place = await deleted("0")
    async with running_hub(stream) as hub:
        watcher = hub.listen("0", ALL)
        for number in (2, 3):
            await publish(publisher, number)
            await hear(watcher, 1)
    assert places[:2] == ["0", place]


async def test_deletion_is_noted_although_redis_does_not_answer_meanwhile(
    stream: DocumentStream, publisher: Publisher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_PAUSE", 0.0)
    first = stream.first

    async def fails_once() -> str | None:
        monkeypatch.setattr(stream, "first", first)
        raise RedisError

    async with running_hub(stream) as hub:
        watcher = hub.listen("0-0", ALL)
        await publish(publisher, 1, 2)
        await hear(watcher, 2)
        monkeypatch.setattr(stream, "first", fails_once)
        await delete_document(redis, await stream.last())
        await publish(publisher, 3)
        await hear(watcher, 1)
        assert await hear(hub.listen("0-0", ALL), 2) == [1, 3]


async def test_deleted_documents_take_no_room_of_the_buffer(
    stream: DocumentStream, publisher: Publisher, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "BYTES", 3_000)
    async with running_hub(stream) as hub:
        slow, quick = hub.listen("0", ALL), hub.listen("0", ALL)
        await publish(publisher, 0)
        assert await hear(slow, 1) == await hear(quick, 1) == [0]
        for number in range(1, 20):
            await publish(publisher, number)
            assert await hear(quick, 1) == [number]
            await delete_document(redis, await stream.last())
        await publish(publisher, 20)
        while 20 not in await hear(slow, 1):  # it may be sent the last that was deleted, too
            pass
