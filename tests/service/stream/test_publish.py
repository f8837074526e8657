"""The document stream: what was published is not published again, and what was not is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import OLD, reading

from service.feeds.subscriptions import Subscription, Subscriptions
from service.state import keys
from service.stream import publish
from service.stream.document import Document, Standing
from service.stream.kept import WARM
from service.stream.newest import Newest
from service.stream.publish import FEW_CHARS, DocumentStream, Outcome, SecondOutcome, StreamRetention
from urltree.models import Retention

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.document import Reading

pytestmark = pytest.mark.anyio

#: One line of 99 characters, and one of 100.
SHORT, LONG = "ж" * 99, "ж" * 100


async def outcome(stream: DocumentStream, page: Reading) -> Outcome:
    return (await stream.publish(page)).outcome


async def published(stream: DocumentStream) -> list[Document]:
    return await stream.page("0", 100)


async def test_document_is_told_as_it_was_read(stream: DocumentStream) -> None:
    page = reading(
        feed="f", title="T", author="A", published="2026-01-01T00:00:00Z", language="en", labels=["x", "ž"]
    )
    position = (await stream.publish(page)).position
    (told,) = await published(stream)
    assert told == Document(**page.model_dump(), id=position, status=Standing.NEW)


async def test_what_is_not_known_is_left_out(stream: DocumentStream, redis: Redis) -> None:
    await stream.publish(reading())
    ((_, fields),) = await redis.xrange(keys.DOCUMENTS)
    assert {b"title", b"author", b"published", b"language", b"feed", b"merged", b"unseen"}.isdisjoint(fields)


async def test_publishing_twice_tells_once(stream: DocumentStream) -> None:
    first = await stream.publish(reading())
    second = await stream.publish(reading())
    assert (first.outcome, second.position) == (Outcome.NEW, first.position)
    assert len(await published(stream)) == 1


async def test_other_document_is_told_too(stream: DocumentStream) -> None:
    await stream.publish(reading("http://example.com/1"))
    assert await outcome(stream, reading("http://example.com/2")) == Outcome.NEW


async def test_duplicate_by_response_url(stream: DocumentStream) -> None:
    await stream.publish(reading())
    assert await outcome(stream, reading()) == Outcome.RESPONSE_URL


async def test_duplicate_by_normal_url_and_title(stream: DocumentStream) -> None:
    await stream.publish(reading(title="Bridge"))
    same = reading(title="bridge!").model_copy(update={"url": "https://EXAMPLE.com/1#top"})
    assert await outcome(stream, same) == Outcome.CID


async def test_duplicate_by_rules_alone(stream: DocumentStream) -> None:
    await stream.publish(reading())
    same = reading().model_copy(update={"url": "http://example.com/1?from=rss"})
    assert await outcome(stream, same) == Outcome.RULES


async def test_duplicate_by_text(stream: DocumentStream) -> None:
    first = await stream.publish(reading("http://example.com/world/1", text=LONG))
    second = await stream.publish(reading("http://example.com/asia/1", text=LONG))
    assert (second.outcome, second.position) == (Outcome.TEXT, first.position)
    assert len(await published(stream)) == 1


async def test_text_of_99_characters_tells_no_duplicate(stream: DocumentStream) -> None:
    await stream.publish(reading("http://example.com/1", text=SHORT))
    assert await outcome(stream, reading("http://example.com/2", text=SHORT)) == Outcome.NEW


async def test_text_of_another_domain_tells_no_duplicate(stream: DocumentStream) -> None:
    await stream.publish(reading("http://example.com/1", text=LONG))
    elsewhere = reading("http://example.org/1", text=LONG).model_copy(update={"domain": "example.org"})
    assert await outcome(stream, elsewhere) == Outcome.NEW


async def test_duplicate_by_text_is_new_once_its_text_is(stream: DocumentStream) -> None:
    await stream.publish(reading("http://example.com/1", text=LONG))
    await stream.publish(reading("http://example.com/2", text=LONG))
    assert await outcome(stream, reading("http://example.com/2", text=LONG + "!", revision=1)) == Outcome.NEW


async def test_revision_with_the_text_of_another_document_is_not_told(stream: DocumentStream) -> None:
    await stream.publish(reading("http://example.com/1", text=LONG))
    await stream.publish(reading("http://example.com/2", text=LONG + "!"))
    assert await outcome(stream, reading("http://example.com/2", text=LONG, revision=1)) == Outcome.TEXT


async def test_text_that_a_document_has_no_longer_tells_no_duplicate(stream: DocumentStream) -> None:
    await stream.publish(reading("http://example.com/1", text=LONG))
    await stream.publish(reading("http://example.com/1", text=f"{OLD}\n{LONG}!", revision=1))
    assert await outcome(stream, reading("http://example.com/2", text=LONG)) == Outcome.NEW


async def test_revision_is_told_with_what_is_new_in_it(stream: DocumentStream) -> None:
    await stream.publish(reading())
    assert await outcome(stream, reading(text=f"{OLD}\n{LONG}", revision=1)) == Outcome.REVISION
    revised = (await published(stream))[1]
    assert (revised.status, revised.revision, revised.unseen) == (Standing.REVISION, 1, LONG)


async def test_revision_is_of_the_feed_that_told_of_its_document_first(stream: DocumentStream) -> None:
    await stream.publish(reading(feed="f", labels=["x"]))
    await stream.publish(reading(text=LONG, revision=1, feed="g", labels=["y"]))
    revised = (await published(stream))[1]
    assert (revised.feed, revised.labels) == ("f", ("x",))


async def test_revision_has_the_labels_that_its_feed_has_by_now(stream: DocumentStream) -> None:
    await stream.publish(reading(feed="f", labels=["x"]))
    await stream.publish(reading(text=LONG, revision=1, feed="f", labels=["x", "y"]))
    assert (await published(stream))[1].labels == ("x", "y")


async def merge(redis: Redis) -> None:
    """Have the feed ``f`` become the feed ``g``."""
    subscriptions = Subscriptions(redis)
    for name in ("f", "g"):
        await subscriptions.add(Subscription(name, f"http://example.com/{name}", "example.com"), 0)
    await subscriptions.move("f", "http://example.com/g")


@pytest.mark.parametrize("feed", ["f", "g"])
async def test_document_is_of_the_feed_that_its_own_has_become(
    stream: DocumentStream, redis: Redis, feed: str
) -> None:
    await merge(redis)
    await stream.publish(reading(feed=feed))
    (told,) = await published(stream)
    assert (told.feed, told.merged) == ("g", ("f",))
    assert await Newest(redis).of_feed("g") == [told]


async def test_revision_of_a_feed_that_was_merged_has_the_labels_of_the_other(
    stream: DocumentStream, redis: Redis
) -> None:
    await stream.publish(reading(feed="f", labels=["x"]))
    await merge(redis)
    await stream.publish(reading(text=LONG, revision=1, feed="g", labels=["x", "y"]))
    revised = (await published(stream))[1]
    assert (revised.feed, revised.merged, revised.labels) == ("g", ("f",), ("x", "y"))


async def test_revision_is_of_its_own_feed_where_none_told_of_its_document(stream: DocumentStream) -> None:
    await stream.publish(reading())
    await stream.publish(reading(text=LONG, revision=1, feed="f", labels=["x"]))
    revised = (await published(stream))[1]
    assert (revised.feed, revised.labels) == ("f", ("x",))


async def test_revision_is_of_the_same_mark(stream: DocumentStream, redis: Redis) -> None:
    await stream.publish(reading())
    await stream.publish(reading(text=LONG, revision=1))
    assert await redis.llen(keys.publishing("example.com")) == 1


async def test_revision_with_99_new_characters_is_not_told(stream: DocumentStream) -> None:
    await stream.publish(reading())
    assert await outcome(stream, reading(text=f"{OLD}\n{SHORT}", revision=1)) == Outcome.UNCHANGED
    assert len(await published(stream)) == 1


async def test_small_changes_add_up(stream: DocumentStream) -> None:
    await stream.publish(reading())
    await stream.publish(reading(text=f"{OLD}\n{SHORT}", revision=1))
    assert await outcome(stream, reading(text=f"{OLD}\n{SHORT}\nAnd more.", revision=2)) == Outcome.REVISION


async def test_revision_is_told_once(stream: DocumentStream) -> None:
    await stream.publish(reading())
    await stream.publish(reading(text=f"{OLD}\n{LONG}", revision=1))
    assert await outcome(stream, reading(text=f"{OLD}\n{LONG}", revision=1)) == Outcome.RESPONSE_URL
    assert len(await published(stream)) == 2


async def test_late_older_revision_is_not_told(stream: DocumentStream) -> None:
    await stream.publish(reading(text=f"{OLD}\n{LONG}", revision=2))
    assert await outcome(stream, reading(text=f"{OLD}\n{LONG}{LONG}", revision=1)) == Outcome.RESPONSE_URL


async def test_first_that_is_told_is_new_whatever_its_revision(stream: DocumentStream) -> None:
    assert await outcome(stream, reading(revision=3)) == Outcome.NEW


async def test_all_is_unseen_when_the_stream_no_longer_has_the_document(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(), StreamRetention(documents=1))
    await stream.publish(reading())
    await stream.publish(reading("http://example.com/2"))
    await stream.publish(reading(text=f"{OLD}\n{LONG}", revision=1))
    assert (await published(stream))[0].unseen == f"{OLD}\n{LONG}"


async def test_stream_keeps_no_more_documents_than_it_may(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(), StreamRetention(documents=3))
    for number in range(5):
        await stream.publish(reading(f"http://example.com/{number}"))
    assert [told.url[-1] for told in await published(stream)] == ["2", "3", "4"]


async def test_stream_keeps_no_document_longer_than_it_may(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(), StreamRetention(age=60))
    await redis.xadd(keys.DOCUMENTS, {"text": "of 1970"}, id="1000-0")
    await stream.publish(reading())
    assert [told.text for told in await published(stream)] == [OLD]


async def test_stream_keeps_documents_as_long_as_it_may(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(), StreamRetention(age=3_600))
    seconds, _ = await redis.time()
    half_an_hour_ago = (seconds - 1_800) * 1_000
    await redis.xadd(keys.DOCUMENTS, {"text": "of late"}, id=f"{half_an_hour_ago}-0")
    await stream.publish(reading())
    assert await redis.xlen(keys.DOCUMENTS) == 2


async def test_document_that_left_the_stream_is_not_told_again(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(), StreamRetention(documents=1))
    await stream.publish(reading())
    await stream.publish(reading("http://example.com/2"))
    assert await outcome(stream, reading()) == Outcome.RESPONSE_URL


async def test_marks_outlive_the_documents_that_the_tree_keeps(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(max_documents=1, min_documents=0, max_age=0))
    for number in range(1_005):
        await stream.publish(reading(f"http://example.com/{number}"))
    assert await redis.llen(keys.publishing("example.com")) == 1_001
    assert await redis.hlen(keys.published("example.com")) == 1_001


async def test_marks_older_than_the_tree_keeps_are_dropped_down_to_the_floor(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(max_documents=9_000, min_documents=0, max_age=0))
    domain = keys.published("example.com"), keys.publishing("example.com")
    for number in range(1_003):
        old = number.to_bytes(8)
        await redis.hset(domain[0], old, "0 1000-0 aaaaaaaa bbbbbbbb")
        await redis.rpush(domain[1], old)
    await stream.publish(reading())
    assert await redis.llen(domain[1]) == await redis.hlen(domain[0]) == 1_000


async def test_text_goes_with_the_mark_that_told_it(redis: Redis) -> None:
    stream = DocumentStream(redis, Retention(max_documents=1, min_documents=1))
    for number in range(1_002):
        await stream.publish(reading(f"http://example.com/{number}", text=f"{number} {LONG}"))
    marked = await redis.hlen(keys.published("example.com"))
    assert marked == 2 * await redis.llen(keys.publishing("example.com")) == 2_002


async def test_item_that_others_have_done_with_leaves_no_outcome(
    stream: DocumentStream, redis: Redis
) -> None:
    await stream.publish(reading(), item="1")
    assert await redis.exists(keys.WORK_OUTCOMES) == 0


async def test_kept_page_is_told_again_once(stream: DocumentStream) -> None:
    await stream.publish(reading(), b"a page")
    again = reading(text=LONG)
    assert [await stream.publish_again(again) for _ in range(2)] == [
        SecondOutcome.WARMED,
        SecondOutcome.OVERTAKEN,
    ]
    assert [told.text for told in await published(stream)] == [OLD, LONG]


async def test_kept_page_is_told_again_of_the_feed_that_told_of_its_document_first(
    stream: DocumentStream,
) -> None:
    await stream.publish(reading(feed="f", labels=["x"]))
    await stream.publish(reading(text=LONG, revision=1, feed="g"), b"a page")
    await stream.publish_again(reading(text=LONG + "!" * 99, feed="g"))
    revised = (await published(stream))[-1]
    assert (revised.reason, revised.feed, revised.labels) == ("warmed", "f", ("x",))


@pytest.mark.parametrize(
    ("other", "outcome"),
    [(FEW_CHARS, SecondOutcome.CONFIRMED), (FEW_CHARS + 1, SecondOutcome.WARMED)],
    ids=["few", "more"],
)
async def test_kept_page_is_told_again_for_more_than_a_few_other_characters(
    stream: DocumentStream, other: int, outcome: SecondOutcome
) -> None:
    await stream.publish(reading(), b"a page")
    assert await stream.publish_again(reading(text=f"{OLD}\n{'ж' * other}")) == outcome


async def test_kept_page_whose_document_left_the_stream_is_not_told_again(
    stream: DocumentStream, redis: Redis
) -> None:
    await stream.publish(reading(), b"a page")
    await redis.xtrim(keys.DOCUMENTS, maxlen=0)
    assert await stream.publish_again(reading(text=LONG)) == SecondOutcome.OVERTAKEN


async def test_kept_page_whose_mark_was_dropped_is_not_told_again(
    stream: DocumentStream, redis: Redis
) -> None:
    await stream.publish(reading(), b"a page")
    await redis.delete(keys.published("example.com"))
    assert await stream.publish_again(reading(text=LONG)) == SecondOutcome.OVERTAKEN


async def test_kept_page_of_a_revision_is_counted_in_place_of_the_first(
    stream: DocumentStream, redis: Redis
) -> None:
    await stream.publish(reading(), b"a page")
    await stream.publish(reading(text=LONG, revision=1), b"another page")
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"12", b"example.com": b"12"}


async def test_page_that_is_kept_no_longer_is_not_counted(stream: DocumentStream, redis: Redis) -> None:
    await stream.publish(reading(), b"a page")
    await stream.publish(reading("http://example.com/2"), b"another page")
    await stream.publish(reading(text=LONG, revision=1))
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"12", b"example.com": b"12"}


async def test_page_is_not_kept_once_its_domain_is_warm(stream: DocumentStream, redis: Redis) -> None:
    for number in range(WARM):
        await stream.publish(reading(f"http://example.com/{number}"), b"a page")
    assert await redis.hlen(keys.kept_pages("example.com")) == WARM - 1


async def test_documents_are_paged_through(stream: DocumentStream) -> None:
    for number in range(5):
        await stream.publish(reading(f"http://example.com/{number}"))
    first = await stream.page("0", 2)
    second = await stream.page(first[-1].id, 2)
    assert [told.url[-1] for told in (*first, *second)] == ["0", "1", "2", "3"]


async def test_document_is_given_by_its_position(stream: DocumentStream) -> None:
    position = (await stream.publish(reading())).position
    assert (await stream.get(position)) == (await published(stream))[0]
    assert await stream.get("1-1") is None


async def test_a_consumer_group_of_others_can_read_the_raw_stream(
    stream: DocumentStream, redis: Redis
) -> None:
    await redis.xgroup_create(keys.DOCUMENTS, "indexers", id="0", mkstream=True)
    await stream.publish(reading())
    ((_, ((entry, fields),)),) = await redis.xreadgroup("indexers", "one", {keys.DOCUMENTS: ">"})
    assert (fields[b"text"].decode(), fields[b"status"]) == (OLD, b"new")
    assert await redis.xack(keys.DOCUMENTS, "indexers", entry) == 1


@pytest.mark.parametrize(("characters", "pages"), [(9, [1, 39, 0]), (100_000, [1, 2, 2])])
async def test_pages_are_shorter_where_documents_are_long(
    stream: DocumentStream, characters: int, pages: list[int]
) -> None:
    for number in range(40):
        await stream.publish(reading(f"http://example.com/{number}", text=f"{number}".rjust(characters, "z")))
    following = stream.pages("0")
    assert [len(await anext(following)) for _ in pages] == pages


async def test_pages_hold_a_chunk_or_one_document(
    stream: DocumentStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "CHUNK", 2_000)
    sizes = [10, 10, 10, 500, 900, 900, 3_000, 10, 1_990, 10]
    for number, size in enumerate(sizes):
        await stream.publish(reading(f"http://example.com/{number}", text=f"{number}" * size))
    pages = stream.pages("0")
    told = [[len(document.text) for document in await anext(pages)] for _ in range(9)]
    assert [size for page in told for size in page] == sizes
    assert all(sum(page) <= 2_000 or len(page) == 1 for page in told)
