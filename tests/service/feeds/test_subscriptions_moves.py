"""Feeds that move to a new URL, or to that of another feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from subscribed import NOW, URL, feed, move

from service.feeds.errors import NoSuchFeedError
from service.feeds.subscriptions import State, Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis


NEW = "https://example.org/new"


@pytest.mark.parametrize("url", [NEW, URL], ids=["new", "former"])
async def test_moved_feed_is_found_by_its_new_and_its_former_url(subscriptions: Subscriptions, url: str):
    await subscriptions.add(feed(), NOW)
    await move(subscriptions, "a", NEW)
    assert (await subscriptions.find(url)).url == NEW


async def test_move_to_another_spelling_of_the_url_is_recorded(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", "http://example.org/feed"), NOW)
    await move(subscriptions, "a", URL)
    assert (await subscriptions.find("a")).url == URL


async def test_feed_does_not_move_to_the_url_of_another(subscriptions: Subscriptions):
    added = [await subscriptions.add(each, NOW) for each in (feed("a"), feed("b", NEW))]
    assert await move(subscriptions, "a", NEW) == "b"
    assert await subscriptions.all() == added


async def test_merged_feed_leaves_its_labels(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", labels=("x",)), NOW)
    await subscriptions.add(feed("b", NEW, labels=("y",)), NOW)
    await subscriptions.merge("a", "b")
    (left,) = await subscriptions.all()
    assert (left.id, left.labels) == ("b", ("x", "y"))


async def test_feed_that_others_were_merged_into_has_100_labels_at_most(subscriptions: Subscriptions):
    labels = {name: tuple(f"{name}{number}" for number in range(60)) for name in "ab"}
    await subscriptions.add(feed("a", labels=labels["a"]), NOW)
    await subscriptions.add(feed("b", NEW, labels=labels["b"]), NOW)
    await subscriptions.merge("a", "b")
    left = (await subscriptions.get("b")).labels
    assert (len(left), set(left) > set(labels["b"])) == (100, True)


@pytest.mark.parametrize("fields", [{"state": State.GONE}, {"state": State.PAUSED}, {"errors": 1}])
async def test_feed_is_not_merged_into_one_that_is_not_polled_or_fails(
    subscriptions: Subscriptions, fields: dict[str, object]
):
    await subscriptions.add(feed("a"), NOW)
    await subscriptions.add(feed("b", NEW, **fields), NOW)
    assert not await subscriptions.merge("a", "b")
    assert [each.id for each in await subscriptions.all()] == ["a", "b"]


async def merge(subscriptions: Subscriptions, name: str, into: str) -> None:
    """Add two feeds, and merge one into the other."""
    await subscriptions.add(feed(name, f"{URL}/{name}"), NOW)
    await subscriptions.add(feed(into, f"{URL}/{into}"), NOW)
    await subscriptions.merge(name, into)


async def test_id_of_a_merged_feed_leads_to_the_other(subscriptions: Subscriptions):
    await merge(subscriptions, "a", into="b")
    assert (await subscriptions.current("a")).id == "b"


async def test_id_of_a_merged_feed_follows_further_merges(subscriptions: Subscriptions):
    await merge(subscriptions, "a", into="b")
    await merge(subscriptions, "b", into="c")
    assert [(await subscriptions.current(name)).id for name in "abc"] == ["c", "c", "c"]


async def test_merged_feed_cannot_be_removed(subscriptions: Subscriptions):
    await merge(subscriptions, "a", into="b")
    with pytest.raises(NoSuchFeedError):
        await subscriptions.remove("a")


async def test_removed_feed_leaves_nothing_of_those_merged_into_it(
    subscriptions: Subscriptions, redis: Redis
):
    await merge(subscriptions, "a", into="b")
    await merge(subscriptions, "b", into="c")
    await subscriptions.remove("c")
    assert await redis.keys() == []


async def test_feed_is_not_merged_into_one_that_was_removed(subscriptions: Subscriptions):
    added = await subscriptions.add(feed("a"), NOW)
    assert not await subscriptions.merge("a", "b")
    assert await subscriptions.all() == [added]


async def test_removed_feed_cannot_be_moved(subscriptions: Subscriptions, redis: Redis):
    assert await subscriptions.move(feed("a"), NEW) is None
    assert await redis.keys() == []


async def test_feed_that_somebody_had_go_elsewhere_during_a_poll_is_not_moved(subscriptions: Subscriptions):
    polled = await subscriptions.add(feed("a"), NOW)
    await move(subscriptions, "a", NEW)
    assert await subscriptions.move(polled, "https://example.org/newer") is None
    assert (await subscriptions.get("a")).url == NEW
