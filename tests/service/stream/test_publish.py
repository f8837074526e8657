"""The document stream: every document is published once, and so is every revision."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import OLD, reading

from service.feeds.subscriptions import Subscription, Subscriptions
from service.state import keys
from service.stream.document import Document, Standing
from service.stream.kept import WARM
from service.stream.newest import Newest
from service.stream.publish import FEW_CHARS, Outcome, Publisher, SecondOutcome, StreamRetention
from urltree.models import Retention

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.document import Reading
    from service.stream.stream import DocumentStream

pytestmark = pytest.mark.anyio

#: One line of 99 characters, and one of 100.
SHORT, LONG = "ж" * 99, "ж" * 100


async def outcome(publisher: Publisher, page: Reading) -> Outcome:
    return (await publisher.publish(page)).outcome


async def published(stream: DocumentStream) -> list[Document]:
    return await stream.page("0", 100)


async def test_document_is_published_as_it_was_read(stream: DocumentStream, publisher: Publisher) -> None:
    page = reading(
        feed="f", title="T", author="A", published="2026-01-01T00:00:00Z", language="en", labels=["x", "ž"]
    )
    position = (await publisher.publish(page)).position
    (document,) = await published(stream)
    assert document == Document(**page.model_dump(), id=position, status=Standing.NEW)


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


async def test_revision_is_published_with_its_unseen_text(
    stream: DocumentStream, publisher: Publisher
) -> None:
    await publisher.publish(reading())
    assert await outcome(publisher, reading(text=f"{OLD}\n{LONG}", revision=1)) == Outcome.REVISION
    revised = (await published(stream))[1]
    assert (revised.status, revised.revision, revised.unseen) == (Standing.REVISION, 1, LONG)


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
    await subscriptions.move("f", "http://example.com/g")


@pytest.mark.parametrize("feed", ["f", "g"])
async def test_document_belongs_to_the_feed_that_its_own_was_merged_into(
    stream: DocumentStream, publisher: Publisher, redis: Redis, feed: str
) -> None:
    await merge(redis)
    await publisher.publish(reading(feed=feed))
    (document,) = await published(stream)
    assert (document.feed, document.merged) == ("g", ("f",))
    assert await Newest(redis).of_feed("g") == [document]


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


async def test_text_that_two_documents_came_to_share_is_told_until_neither_has_it(
    publisher: Publisher,
) -> None:
    first, second, third = (f"http://example.com/{number}" for number in range(3))
    await publisher.publish(reading(first), b"a page")
    await publisher.publish(reading(second, text=LONG))
    await publisher.publish_again(reading(first, text=LONG))
    await publisher.publish(reading(second, text=f"{OLD}\n{LONG}!", revision=1))
    assert await outcome(publisher, reading(third, text=LONG)) == Outcome.TEXT


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


async def test_all_text_is_unseen_once_the_document_left_the_stream(
    redis: Redis, stream: DocumentStream
) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=1))
    await publisher.publish(reading())
    await publisher.publish(reading("http://example.com/2"))
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1))
    assert (await published(stream))[0].unseen == f"{OLD}\n{LONG}"


async def test_stream_keeps_only_the_newest_documents(redis: Redis, stream: DocumentStream) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=3))
    for number in range(5):
        await publisher.publish(reading(f"http://example.com/{number}"))
    assert [document.url[-1] for document in await published(stream)] == ["2", "3", "4"]


async def test_stream_drops_documents_older_than_the_maximum_age(
    redis: Redis, stream: DocumentStream
) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(age=60))
    await redis.xadd(keys.DOCUMENTS, {"text": "of 1970"}, id="1000-0")
    await publisher.publish(reading())
    assert [document.text for document in await published(stream)] == [OLD]


async def test_stream_keeps_documents_within_the_maximum_age(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(age=3_600))
    seconds, _ = await redis.time()
    half_an_hour_ago = (seconds - 1_800) * 1_000
    await redis.xadd(keys.DOCUMENTS, {"text": "of late"}, id=f"{half_an_hour_ago}-0")
    await publisher.publish(reading())
    assert await redis.xlen(keys.DOCUMENTS) == 2


async def test_document_that_left_the_stream_is_still_a_duplicate(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=1))
    await publisher.publish(reading())
    await publisher.publish(reading("http://example.com/2"))
    assert await outcome(publisher, reading()) == Outcome.RESPONSE_URL


async def test_marks_of_a_domain_are_limited_to_1000_more_than_the_tree_keeps(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(max_documents=1, min_documents=0, max_age=0), StreamRetention())
    for number in range(1_005):
        await publisher.publish(reading(f"http://example.com/{number}"))
    assert await redis.llen(keys.PUBLISHING + "example.com") == 1_001
    assert await redis.hlen(keys.PUBLISHED + "example.com") == 1_001


async def test_expired_marks_are_dropped_down_to_1000(redis: Redis) -> None:
    publisher = Publisher(
        redis, Retention(max_documents=9_000, min_documents=0, max_age=0), StreamRetention()
    )
    domain = keys.PUBLISHED + "example.com", keys.PUBLISHING + "example.com"
    for number in range(1_003):
        old = number.to_bytes(8)
        await redis.hset(domain[0], old, "0 1000-0 aaaaaaaa bbbbbbbb")
        await redis.rpush(domain[1], old)
    await publisher.publish(reading())
    assert await redis.llen(domain[1]) == await redis.hlen(domain[0]) == 1_000


async def test_key_without_a_mark_is_dropped_like_an_old_one(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(max_documents=1, min_documents=0), StreamRetention())
    await redis.rpush(keys.PUBLISHING + "example.com", *(number.to_bytes(8) for number in range(1_003)))
    await publisher.publish(reading())
    assert await redis.llen(keys.PUBLISHING + "example.com") == 1_000


async def test_text_hash_is_dropped_with_the_mark_of_its_document(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(max_documents=1, min_documents=1), StreamRetention())
    for number in range(1_002):
        await publisher.publish(reading(f"http://example.com/{number}", text=f"{number} {LONG}"))
    marked = await redis.hlen(keys.PUBLISHED + "example.com")
    assert marked == 2 * await redis.llen(keys.PUBLISHING + "example.com") == 2_002


async def test_publishing_an_item_settled_by_others_leaves_no_outcome(
    publisher: Publisher, redis: Redis
) -> None:
    await publisher.publish(reading(), item="1")
    assert await redis.exists(keys.WORK_OUTCOMES) == 0


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


async def test_consumer_group_of_another_program_can_read_the_raw_stream(
    publisher: Publisher, redis: Redis
) -> None:
    await redis.xgroup_create(keys.DOCUMENTS, "indexers", id="0", mkstream=True)
    await publisher.publish(reading())
    ((_, ((entry, fields),)),) = await redis.xreadgroup("indexers", "one", {keys.DOCUMENTS: ">"})
    assert (fields[b"text"].decode(), fields[b"status"]) == (OLD, b"new")
    assert await redis.xack(keys.DOCUMENTS, "indexers", entry) == 1
