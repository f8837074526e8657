"""Pages that are kept until their site is known, and then published again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from publications import LONG, outcome, published
from readings import OLD, reading

from service.state import keys
from service.stream.kept import WARM
from service.stream.publish import FEW_CHARS, Outcome, Publisher, SecondOutcome

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.stream import DocumentStream

OTHER = "http://example.com/2"


async def test_kept_page_is_republished_once(stream: DocumentStream, publisher: Publisher) -> None:
    await publisher.publish(reading(), b"a page")
    again = reading(text=LONG)
    assert [await publisher.publish_again(again) for _ in range(2)] == [
        SecondOutcome.WARMED,
        SecondOutcome.OVERTAKEN,
    ]
    assert [document.text for document in await published(stream)] == [OLD, LONG]


async def test_republished_page_keeps_the_feed_and_labels_of_the_first_publication(
    stream: DocumentStream,
    publisher: Publisher,
) -> None:
    await publisher.publish(reading(feed="f", labels=["x"]))
    await publisher.publish(reading(text=LONG, revision=1, feed="g"), b"a page")
    await publisher.publish_again(reading(text=LONG + "!" * 99, feed="g"))
    revised = (await published(stream))[-1]
    assert (revised.reason, revised.feed, revised.labels) == ("warmed", "f", ("x",))


async def test_republished_page_keeps_its_revision(stream: DocumentStream, publisher: Publisher) -> None:
    await publisher.publish(reading())
    await publisher.publish(reading(text=LONG, revision=1), b"a page")
    await publisher.publish_again(reading(text=LONG + "!" * 99))
    assert [document.revision for document in await published(stream)] == [0, 1, 1]


@pytest.mark.parametrize(
    ("other", "outcome"),
    [(FEW_CHARS, SecondOutcome.CONFIRMED), (FEW_CHARS + 1, SecondOutcome.WARMED)],
    ids=["few", "more"],
)
async def test_kept_page_is_republished_only_if_enough_characters_differ(
    publisher: Publisher, other: int, outcome: SecondOutcome
) -> None:
    await publisher.publish(reading(), b"a page")
    assert await publisher.publish_again(reading(text=f"{OLD}\n{'ж' * other}")) == outcome


async def warm_to_the_text_of_another(publisher: Publisher) -> SecondOutcome:
    """Publish a document with the text `LONG`, and one whose page, judged again, has this text too."""
    await publisher.publish(reading(text=LONG))
    await publisher.publish(reading(OTHER), b"a page")
    return await publisher.publish_again(reading(OTHER, text=LONG))


async def test_kept_page_is_not_republished_with_the_text_of_another_document(
    stream: DocumentStream, publisher: Publisher
) -> None:
    assert await warm_to_the_text_of_another(publisher) == SecondOutcome.CONFIRMED
    assert [document.text for document in await published(stream)] == [LONG, OLD]


async def test_text_of_a_document_stays_known_after_the_second_look_at_another(publisher: Publisher) -> None:
    await warm_to_the_text_of_another(publisher)
    await publisher.publish(reading(OTHER, text=f"{LONG} This bridge is closed.", revision=1))
    assert await outcome(publisher, reading("http://example.com/3", text=LONG)) == Outcome.TEXT


async def test_text_of_a_republished_page_is_known(publisher: Publisher) -> None:
    await publisher.publish(reading(), b"a page")
    await publisher.publish_again(reading(text=LONG))
    assert await outcome(publisher, reading(OTHER, text=LONG)) == Outcome.TEXT


async def test_kept_page_is_not_republished_once_its_document_left_the_stream(
    publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(), b"a page")
    await redis.xtrim(keys.DOCUMENTS, maxlen=0)
    assert await publisher.publish_again(reading(text=LONG)) == SecondOutcome.OVERTAKEN


async def test_kept_page_is_not_republished_once_its_mark_was_dropped(
    publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(), b"a page")
    await redis.delete(keys.PUBLISHED + "example.com")
    assert await publisher.publish_again(reading(text=LONG)) == SecondOutcome.OVERTAKEN


async def test_kept_page_of_a_revision_replaces_the_size_of_the_first(
    publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(), b"a page")
    await publisher.publish(reading(text=LONG, revision=1), b"another page")
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"12", b"example.com": b"12"}


async def test_size_of_a_page_no_longer_kept_is_not_counted(publisher: Publisher, redis: Redis) -> None:
    await publisher.publish(reading(), b"a page")
    await publisher.publish(reading("http://example.com/2"), b"another page")
    await publisher.publish(reading(text=LONG, revision=1))
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"12", b"example.com": b"12"}


async def test_page_is_not_kept_once_its_domain_is_warm(publisher: Publisher, redis: Redis) -> None:
    for number in range(WARM):
        await publisher.publish(reading(f"http://example.com/{number}"), b"a page")
    assert await redis.hlen(keys.KEPT_PAGES + "example.com") == WARM - 1
