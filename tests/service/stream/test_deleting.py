"""Deleting a document, as docs/operations.md tells: nothing that can be read is left of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from publications import LONG, outcome
from readings import reading
from redis import Redis as Client
from valkeys import full
from waiting import until
from workshop import published, work_on

from service.queue import Item
from service.state import keys
from service.stream import delete
from service.stream.delete import delete_document
from service.stream.forget import forget_site
from service.stream.kept import key_of
from service.stream.publish import Outcome
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from pathlib import Path

    from redis.asyncio import Redis

    from service.stream.document import Document
    from service.stream.publish import Publisher
    from service.stream.stream import DocumentStream
    from urltree.store import Store

SITE = "example.com"


async def every_value(redis: Redis) -> bytes:
    """Return all that is in the store; kept pages are compressed."""
    values = list[Any]()
    for key in await redis.keys():
        match await redis.type(key):
            case b"hash":
                value = await redis.hgetall(key)
            case b"list":
                value = await redis.lrange(key, 0, -1)
            case b"zset":
                value = await redis.zrange(key, 0, -1)
            case b"stream":
                value = await redis.xrange(key)
            case _:
                value = await redis.get(key)
        values.append((key, value))
    return repr(values).encode()


async def one_published(parts: dict[str, Any], number: int) -> Document:
    """Have a page of its own read and published."""
    url = f"http://{SITE}/{number}"
    parts["fetch"].pages[url] = f"<p>The bridge with the number {number} is open.".encode()
    await work_on(parts, Item(id=url, url=url, feed="f"))
    return (await published(parts))[-1]


@pytest.mark.parametrize("url", [f"http://{SITE}/ann-lee", f"http://{SITE}/read?of=ann-lee"])
async def test_nothing_of_a_deleted_document_is_left_once_its_site_is_forgotten(
    parts: dict[str, Any], redis: Redis, store: Store, url: str
) -> None:
    parts["fetch"].pages[url] = b"<title>ann-lee</title><p>Of ann-lee and her bridge this page tells."
    await work_on(parts, Item(id=url, url=url, feed="f"))
    assert b"ann-lee" in await every_value(redis)
    (document,) = await published(parts)
    await delete_document(redis, document.id)
    await forget_site(redis, store, SITE)
    assert b"ann-lee" not in await every_value(redis)
    assert not await redis.exists(keys.KEPT_PAGES + SITE)


async def test_page_of_a_deleted_document_is_not_published_again(parts: dict[str, Any], redis: Redis) -> None:
    document = await one_published(parts, 1)
    await delete_document(redis, document.id)
    await work_on(parts, Item(id="2", url=document.url, feed="f"))
    assert await published(parts) == []


async def test_revision_with_the_text_of_a_deleted_document_is_not_published(
    redis: Redis, publisher: Publisher
) -> None:
    deleted = (await publisher.publish(reading(text=LONG))).position
    await delete_document(redis, deleted)
    assert await outcome(publisher, reading(text=LONG, revision=1)) == Outcome.UNCHANGED


async def test_deleted_page_whose_text_changes_at_all_is_published(
    redis: Redis, publisher: Publisher
) -> None:
    deleted = (await publisher.publish(reading(text=LONG))).position
    await delete_document(redis, deleted)
    assert await outcome(publisher, reading(text=f"{LONG}!", revision=1)) == Outcome.REVISION


async def test_kept_page_goes_with_its_document(parts: dict[str, Any], redis: Redis) -> None:
    first, second = [await one_published(parts, number) for number in (1, 2)]
    await delete_document(redis, first.id)
    assert await redis.hkeys(keys.KEPT_PAGES + SITE) == [key_of(second.url_key)]


async def test_document_that_is_not_there_is_not_deleted(redis: Redis) -> None:
    assert (await delete_document(redis, "1-0"), await redis.exists(keys.DELETED)) == (False, 0)


async def test_time_alone_names_no_other_document_of_its_millisecond(
    redis: Redis, publisher: Publisher
) -> None:
    await publisher.publish(reading())
    (entry,) = await redis.xrange(keys.DOCUMENTS)
    await redis.delete(keys.DOCUMENTS)
    await redis.xadd(keys.DOCUMENTS, entry[1], id="7-1")
    assert (await delete_document(redis, "7"), await delete_document(redis, "7-1")) == (False, True)


async def test_deletion_by_time_alone_is_told_with_the_whole_id(
    redis: Redis, stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading())
    (entry,) = await redis.xrange(keys.DOCUMENTS)
    await redis.delete(keys.DOCUMENTS)
    await redis.xadd(keys.DOCUMENTS, entry[1], id="7-0")
    await delete_document(redis, "7")
    deleted, _ = await stream.deleted("0")
    assert deleted == {"7-0"}


async def test_deletions_are_told_once(redis: Redis, stream: DocumentStream, publisher: Publisher) -> None:
    first, second = [(await publisher.publish(reading(f"http://{SITE}/{each}"))).position for each in "12"]
    await delete_document(redis, first)
    _, place = await stream.deleted("0")
    await delete_document(redis, second)
    deleted, place = await stream.deleted(place)
    assert (deleted, await stream.deleted(place)) == ({second}, (set(), place))


async def test_only_the_last_deletions_are_told(
    redis: Redis, stream: DocumentStream, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delete, "_MAX_DELETIONS", 2)
    for each in "1234":
        last = (await publisher.publish(reading(f"http://{SITE}/{each}"))).position
        await delete_document(redis, last)
    deleted, _ = await stream.deleted("0")
    assert (len(deleted), last in deleted) == (2, True)


async def test_full_store_still_deletes(parts: dict[str, Any], redis: Redis) -> None:
    document = await one_published(parts, 1)
    async with full(redis):
        assert await delete_document(redis, document.id)


def written_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*aof*") if path.is_file())


async def rewrite(client: Client) -> None:
    """Have the append-only file written anew; wait for it."""
    client.bgrewriteaof()
    await until(lambda: not client.info("persistence")["aof_rewrite_in_progress"])


async def test_files_of_the_private_store_hold_a_deleted_text_no_longer(tmp_path: Path) -> None:
    with EmbeddedValkey(tmp_path) as valkey, Client.from_url(valkey.url) as client:
        client.xadd(keys.DOCUMENTS, {"text": "Of ann-lee."}, id="1-0")
        client.xadd(keys.DOCUMENTS, {"text": "Of bo-ray."}, id="2-0")
        client.xdel(keys.DOCUMENTS, "1-0")
        client.config_set("aof-use-rdb-preamble", "no")
        await rewrite(client)
    with EmbeddedValkey(tmp_path) as valkey, Client.from_url(valkey.url) as client:
        await rewrite(client)  # as it does by itself, some day
        written = written_in(tmp_path)
    assert (b"ann-lee" in written, b"bo-ray" in written) == (False, True)
