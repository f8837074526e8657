"""How long documents stay in the stream, and the marks by which they are published once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from publications import LONG, outcome, published
from readings import OLD, reading

from service.state import keys
from service.stream.publish import Outcome, Publisher
from service.stream.values import StreamRetention
from urltree.models import Retention

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.stream import DocumentStream

MARKS = keys.PUBLISHED + "example.com", keys.PUBLISHING + "example.com"


async def test_all_text_is_unseen_once_the_document_left_the_stream(
    redis: Redis, stream: DocumentStream
) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=1))
    await publisher.publish(reading())
    await publisher.publish(reading("http://example.com/2"))
    await publisher.publish(reading(text=f"{OLD}\n{LONG}", revision=1))
    assert (await published(stream))[0].unseen == f"{OLD}\n{LONG}"


async def test_revision_with_the_text_that_left_the_stream_is_unchanged(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(), StreamRetention(documents=1))
    await publisher.publish(reading(text=LONG))
    await publisher.publish(reading("http://example.com/2"))
    assert await outcome(publisher, reading(text=LONG, revision=1)) == Outcome.UNCHANGED


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


async def test_document_that_was_revised_since_is_still_a_duplicate(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(max_documents=1, min_documents=0), StreamRetention())
    await publisher.publish(reading())
    await put_marks(redis, 1_000, 0)
    revision = reading(text=LONG, revision=1)
    await publisher.publish(revision)
    await publisher.publish(reading("http://example.com/2"))
    assert await outcome(publisher, revision) == Outcome.RESPONSE_URL


async def put_marks(redis: Redis, number: int, age: float) -> None:
    """Mark documents of example.com as published some days ago."""
    seconds, _ = await redis.time()
    for each in range(number):
        position = f"{(seconds - round(age * 86_400)) * 1_000}-0"
        await redis.hset(MARKS[0], each.to_bytes(8), f"0 {position} aaaaaaaa bbbbbbbb")
        await redis.rpush(MARKS[1], each.to_bytes(8))


async def test_expired_marks_are_dropped_down_to_1000(redis: Redis) -> None:
    publisher = Publisher(
        redis, Retention(max_documents=9_000, min_documents=0, max_age=0), StreamRetention()
    )
    await put_marks(redis, 1_003, 2)
    await publisher.publish(reading())
    assert await redis.llen(MARKS[1]) == await redis.hlen(MARKS[0]) == 1_000


@pytest.mark.parametrize(("days", "left"), [(2.1, 1_001), (1.9, 1_600)], ids=["old", "young"])
async def test_old_marks_of_a_silent_domain_are_dropped_down_to_1000_more_than_the_tree_keeps(
    redis: Redis, days: float, left: int
) -> None:
    await put_marks(redis, 1_600, days)
    tree = Retention(max_age=86_400.0, min_documents=1)
    await Publisher(redis, tree, StreamRetention()).drop_old_marks("example.com")
    assert await redis.llen(MARKS[1]) == await redis.hlen(MARKS[0]) == left


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


async def test_marks_are_kept_for_a_day_longer_than_the_tree_remembers(redis: Redis) -> None:
    publisher = Publisher(redis, Retention(max_age=86_400.0, min_documents=0), StreamRetention(age=60))
    domain = keys.PUBLISHED + "example.com", keys.PUBLISHING + "example.com"
    seconds, _ = await redis.time()
    for number in range(1_002):
        old, days = number.to_bytes(8), 2.1 if number == 0 else 1.9
        await redis.hset(domain[0], old, f"0 {(seconds - round(days * 86_400)) * 1_000}-0 aaaaaaaa bbbbbbbb")
        await redis.rpush(domain[1], old)
    await publisher.publish(reading())
    assert await redis.llen(domain[1]) == 1_002


async def lives(redis: Redis) -> list[int]:
    """Return the seconds for which the marks of example.com are kept; -1: for ever."""
    return [await redis.ttl(each + "example.com") for each in (keys.PUBLISHED, keys.PUBLISHING)]


@pytest.mark.parametrize(
    ("tree_days", "stream_days", "days"), [(1, 1, 2), (1, 5, 5)], ids=["as the tree", "as the stream"]
)
async def test_marks_of_a_silent_domain_expire_after_its_tree_and_its_documents(
    redis: Redis, tree_days: int, stream_days: int, days: int
) -> None:
    tree = Retention(max_age=tree_days * 86_400.0, min_documents=0)
    await Publisher(redis, tree, StreamRetention(age=stream_days * 86_400.0)).publish(reading())
    assert await lives(redis) == pytest.approx([days * 86_400] * 2, abs=60)


async def test_marks_of_a_domain_that_the_tree_keeps_do_not_expire(redis: Redis) -> None:
    await Publisher(redis, Retention(min_documents=0), StreamRetention()).publish(reading())
    await Publisher(redis, Retention(), StreamRetention()).publish(reading("http://example.com/2"))
    assert await lives(redis) == [-1, -1]
