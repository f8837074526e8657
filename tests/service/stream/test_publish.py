"""The document stream: every document is published once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from publications import LONG, SHORT, outcome, published
from readings import OLD, reading

from service.state import keys
from service.stream.document import Document
from service.stream.publish import Outcome, Publisher

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.stream import DocumentStream


async def test_document_is_published_as_it_was_read(stream: DocumentStream, publisher: Publisher) -> None:
    page = reading(
        feed="f", title="T", author="A", published="2026-01-01T00:00:00Z", language="en", labels=["x", "ž"]
    )
    position = (await publisher.publish(page)).position
    (document,) = await published(stream)
    assert document == Document(**page.model_dump(), id=position, status="new")


async def test_unknown_fields_are_omitted(publisher: Publisher, redis: Redis) -> None:
    await publisher.publish(reading())
    ((_, fields),) = await redis.xrange(keys.DOCUMENTS)
    assert {b"title", b"author", b"published", b"language", b"feed", b"merged", b"unseen"}.isdisjoint(fields)


async def test_publishing_twice_yields_one_document(stream: DocumentStream, publisher: Publisher) -> None:
    first = await publisher.publish(reading())
    second = await publisher.publish(reading())
    assert (first.outcome, second.position) == (Outcome.NEW, first.position)
    assert len(await published(stream)) == 1


async def test_document_with_another_url_is_new(publisher: Publisher) -> None:
    await publisher.publish(reading("http://example.com/1"))
    assert await outcome(publisher, reading("http://example.com/2")) == Outcome.NEW


async def test_same_response_url_is_a_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading())
    assert await outcome(publisher, reading()) == Outcome.RESPONSE_URL


async def test_same_normalized_url_and_title_is_a_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading(title="Bridge"))
    same = reading(title="bridge!").model_copy(update={"url": "https://EXAMPLE.com/1#top"})
    assert await outcome(publisher, same) == Outcome.CID


async def test_url_that_rules_map_to_the_same_key_is_a_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading())
    same = reading().model_copy(update={"url": "http://example.com/1?from=rss"})
    assert await outcome(publisher, same) == Outcome.RULES


async def test_same_long_text_is_a_duplicate_of_the_first_document(
    stream: DocumentStream, publisher: Publisher
) -> None:
    first = await publisher.publish(reading("http://example.com/world/1", text=LONG))
    second = await publisher.publish(reading("http://example.com/asia/1", text=LONG))
    assert (second.outcome, second.position) == (Outcome.TEXT, first.position)
    assert len(await published(stream)) == 1


async def test_same_text_of_only_99_characters_is_not_a_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading("http://example.com/1", text=SHORT))
    assert await outcome(publisher, reading("http://example.com/2", text=SHORT)) == Outcome.NEW


async def test_same_text_on_another_domain_is_not_a_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading("http://example.com/1", text=LONG))
    elsewhere = reading("http://example.org/1", text=LONG).model_copy(update={"domain": "example.org"})
    assert await outcome(publisher, elsewhere) == Outcome.NEW


async def test_duplicate_by_text_becomes_new_once_its_text_differs(publisher: Publisher) -> None:
    await publisher.publish(reading("http://example.com/1", text=LONG))
    await publisher.publish(reading("http://example.com/2", text=LONG))
    assert (
        await outcome(publisher, reading("http://example.com/2", text=LONG + "!", revision=1)) == Outcome.NEW
    )


async def test_revision_with_the_text_of_another_document_is_a_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading("http://example.com/1", text=LONG))
    await publisher.publish(reading("http://example.com/2", text=LONG + "!"))
    assert await outcome(publisher, reading("http://example.com/2", text=LONG, revision=1)) == Outcome.TEXT


async def test_text_that_its_document_no_longer_has_makes_no_duplicate(publisher: Publisher) -> None:
    await publisher.publish(reading("http://example.com/1", text=LONG))
    await publisher.publish(reading("http://example.com/1", text=f"{OLD}\n{LONG}!", revision=1))
    assert await outcome(publisher, reading("http://example.com/2", text=LONG)) == Outcome.NEW


async def test_consumer_group_of_another_program_can_read_the_raw_stream(
    publisher: Publisher, redis: Redis
) -> None:
    await redis.xgroup_create(keys.DOCUMENTS, "indexers", id="0", mkstream=True)
    await publisher.publish(reading())
    ((_, ((entry, fields),)),) = await redis.xreadgroup("indexers", "one", {keys.DOCUMENTS: ">"})
    assert (fields[b"text"].decode(), fields[b"status"]) == (OLD, b"new")
    assert await redis.xack(keys.DOCUMENTS, "indexers", entry) == 1
