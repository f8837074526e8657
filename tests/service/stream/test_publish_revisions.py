"""Revisions of documents, and the feeds and labels that they keep."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from publications import LONG, SHORT, outcome, published
from readings import OLD, reading

from service.feeds.subscriptions import Subscription, Subscriptions
from service.state import keys
from service.stream.newest import Newest
from service.stream.publish import Outcome, Publisher
from urltree import Extractor
from urltree.models import Retention

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.stream import DocumentStream


OF_OLD = datetime(2026, 1, 2, tzinfo=UTC)


async def moment() -> datetime:
    """Return a time after all that has been published."""
    await asyncio.sleep(0.002)
    return datetime.now(UTC)


async def test_revision_is_published_with_its_unseen_text(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading())
    assert await outcome(publisher, reading(text=f"{OLD}\n{LONG}", revision=1)) == Outcome.REVISION
    revised = (await published(stream))[1]
    assert (revised.status, revised.revision, revised.unseen) == ("revision", 1, LONG)


async def test_revision_keeps_feed_site_and_labels_of_the_first_publication(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading(feed="f", site="a.com", labels=["x"]))
    await publisher.publish(reading(text=LONG, revision=1, feed="g", site="b.com", labels=["y"]))
    revised = (await published(stream))[1]
    assert (revised.feed, revised.site, revised.labels) == ("f", "a.com", ("x",))


async def test_revision_has_the_current_labels_of_its_feed(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading(feed="f", labels=["x"]))
    await publisher.publish(reading(text=LONG, revision=1, feed="f", labels=["x", "y"]))
    assert (await published(stream))[1].labels == ("x", "y")


async def merge(redis: Redis) -> None:
    """Merge the feed ``f`` into the feed ``g``."""
    subscriptions = Subscriptions(redis)
    for name in ("f", "g"):
        await subscriptions.add(Subscription(name, f"http://example.com/{name}", "example.com"), 0)
    await subscriptions.merge("f", "g")


@pytest.mark.parametrize("feed", ["f", "g"])
async def test_document_belongs_to_the_feed_that_its_own_was_merged_into(
    stream: DocumentStream, publisher: Publisher, redis: Redis, feed: str
) -> None:
    await merge(redis)
    await publisher.publish(reading(feed=feed))
    (document,) = await published(stream)
    assert (document.feed, document.merged) == ("g", ("f",))
    assert await Newest(redis).of_feed("g") == [document]


async def test_revision_is_listed_in_the_feed_that_its_own_was_merged_into_since(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(feed="f"))
    await merge(redis)
    await publisher.publish(reading(text=LONG, revision=1, feed="g"))
    assert await Newest(redis).of_feed("g") == (await published(stream))[1:]


async def test_revision_from_a_merged_feed_has_the_labels_of_the_other(
    stream: DocumentStream, publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(feed="f", labels=["x"]))
    await merge(redis)
    await publisher.publish(reading(text=LONG, revision=1, feed="g", labels=["x", "y"]))
    revised = (await published(stream))[1]
    assert (revised.feed, revised.merged, revised.labels) == ("g", ("f",), ("x", "y"))


async def test_revision_has_its_own_feed_if_the_first_publication_had_none(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading())
    await publisher.publish(reading(text=LONG, revision=1, feed="f", labels=["x"]))
    revised = (await published(stream))[1]
    assert (revised.feed, revised.labels) == ("f", ("x",))


async def test_revision_shares_the_mark_of_its_document(publisher: Publisher, redis: Redis) -> None:
    await publisher.publish(reading())
    await publisher.publish(reading(text=LONG, revision=1))
    assert await redis.llen(keys.PUBLISHING + "example.com") == 1


async def test_revision_with_the_same_long_text_is_unchanged(publisher: Publisher) -> None:
    await publisher.publish(reading(text=LONG))
    assert await outcome(publisher, reading(text=LONG, revision=1)) == Outcome.UNCHANGED


async def test_revision_with_only_99_unseen_characters_is_not_published(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading())
    assert await outcome(publisher, reading(text=f"{OLD}\n{SHORT}", revision=1)) == Outcome.UNCHANGED
    assert len(await published(stream)) == 1


async def test_small_changes_add_up_to_a_revision(publisher: Publisher) -> None:
    await publisher.publish(reading())
    await publisher.publish(reading(text=f"{OLD}\n{SHORT}", revision=1))
    assert (
        await outcome(publisher, reading(text=f"{OLD}\n{SHORT}\nAnd more.", revision=2)) == Outcome.REVISION
    )


async def test_revision_is_published_once(stream: DocumentStream, publisher: Publisher) -> None:
    await publisher.publish(reading())
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1))
    assert await outcome(publisher, reading(text=f"{OLD}\n{LONG}", revision=1)) == Outcome.RESPONSE_URL
    assert len(await published(stream)) == 2


async def test_older_revision_that_comes_late_is_not_published(publisher: Publisher) -> None:
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=2))
    assert await outcome(publisher, reading(text=f"{OLD}\n{LONG}{LONG}", revision=1)) == Outcome.RESPONSE_URL


async def test_first_publication_is_new_whatever_its_revision_number(publisher: Publisher) -> None:
    assert await outcome(publisher, reading(revision=3)) == Outcome.NEW


async def test_versions_of_a_page_that_the_tree_has_forgotten_and_seen_anew_are_revisions(
    publisher: Publisher,
) -> None:
    await publisher.publish(reading(first_seen=OF_OLD))
    await publisher.publish(reading(text=f"b {LONG}", revision=4, first_seen=OF_OLD))
    anew = await moment()
    assert [
        await outcome(publisher, reading(text=f"{word} {LONG}", revision=revision, first_seen=anew))
        for revision, word in enumerate("cde")
    ] == [Outcome.REVISION] * 3


async def test_earlier_version_of_a_page_seen_anew_is_dropped(publisher: Publisher) -> None:
    await publisher.publish(reading(revision=4, first_seen=OF_OLD))
    anew = await moment()
    await publisher.publish(reading(text=f"c {LONG}", revision=1, first_seen=anew))
    earlier = reading(text=f"b {LONG}", revision=0, first_seen=anew)
    assert await outcome(publisher, earlier) == Outcome.RESPONSE_URL


async def test_page_that_the_tree_has_forgotten_and_seen_anew_is_unchanged_if_its_text_is(
    publisher: Publisher,
) -> None:
    await publisher.publish(reading(first_seen=OF_OLD))
    assert await outcome(publisher, reading(first_seen=await moment())) == Outcome.UNCHANGED


async def test_page_that_keeps_changing_is_published_though_the_tree_forgets_it(
    publisher: Publisher, valkey_url: str
) -> None:
    outcomes = []
    with Extractor("strict", valkey_url, retention=Retention(max_documents=1, min_documents=0)) as extractor:
        for word in "abcd":
            seen = extractor.extract(f"<p>{word} {LONG}", "http://example.com/1")
            page = reading(seen.url, text=seen.text, revision=seen.revision, first_seen=seen.first_seen)
            outcomes.append(await outcome(publisher, page))
            await moment()
            extractor.extract("<p>another", "http://example.com/2")
    assert outcomes == [Outcome.NEW, *[Outcome.REVISION] * 3]
