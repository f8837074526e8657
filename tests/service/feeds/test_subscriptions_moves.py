"""Feeds that move to a new URL, or to that of another feed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from subscribed import NOW, URL, feed

from service.feeds.errors import NoSuchFeedError
from service.feeds.subscriptions import State, Subscriptions

if TYPE_CHECKING:
    from redis.asyncio import Redis


async def test_moved_feed_is_found_by_its_new_url_only(subscriptions: Subscriptions):
    await subscriptions.add(feed(), NOW)
    await subscriptions.move("a", "https://example.org/new")
    assert (await subscriptions.find("https://example.org/new")).url == "https://example.org/new"
    with pytest.raises(NoSuchFeedError):
        await subscriptions.find(URL)


async def test_move_to_another_spelling_of_the_url_is_recorded(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", "http://example.org/feed"), NOW)
    await subscriptions.move("a", URL)
    assert (await subscriptions.find("a")).url == URL


async def test_feed_that_moves_to_another_is_merged_into_it(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", labels=("x",)), NOW)
    await subscriptions.add(feed("b", "https://example.org/new", labels=("y",)), NOW)
    await subscriptions.move("a", "https://example.org/new")
    (left,) = await subscriptions.all()
    assert (left.id, left.labels) == ("b", ("x", "y"))


async def test_feed_that_others_were_merged_into_has_100_labels_at_most(subscriptions: Subscriptions):
    labels = {name: tuple(f"{name}{number}" for number in range(60)) for name in "ab"}
    await subscriptions.add(feed("a", labels=labels["a"]), NOW)
    await subscriptions.add(feed("b", "https://example.org/new", labels=labels["b"]), NOW)
    await subscriptions.move("a", "https://example.org/new")
    left = (await subscriptions.get("b")).labels
    assert (len(left), set(left) > set(labels["b"])) == (100, True)


@pytest.mark.parametrize("state", [State.GONE, State.PAUSED])
async def test_feed_at_rest_is_polled_again_when_another_moves_to_its_url(
    subscriptions: Subscriptions, state: State
):
    await subscriptions.add(feed("a"), NOW)
    await subscriptions.add(feed("b", "https://example.org/new"), NOW)
    await subscriptions.change("b", state=state)
    await subscriptions.move("a", "https://example.org/new")
    assert [each.id for each in await subscriptions.claim(NOW, NOW + 60, 9)] == ["b"]


async def merge(subscriptions: Subscriptions, name: str, into: str) -> None:
    """Have a feed move to the URL of another."""
    await subscriptions.add(feed(name, f"{URL}/{name}"), NOW)
    await subscriptions.add(feed(into, f"{URL}/{into}"), NOW)
    await subscriptions.move(name, f"{URL}/{into}")


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


async def test_feed_is_kept_if_the_other_is_removed_during_the_merge(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
):
    forget = Subscriptions._forget  # noqa: SLF001 -- the step that may find the other gone

    async def remove(self: Subscriptions, verb: str, name: str, other: str) -> None:
        await forget(self, "remove", other)
        await forget(self, verb, name, other)

    monkeypatch.setattr(Subscriptions, "_forget", remove)
    await merge(subscriptions, "a", into="b")
    assert [each.id for each in await subscriptions.all()] == ["a"]


async def test_moving_a_removed_feed_does_not_change_the_feed_at_the_new_url(subscriptions: Subscriptions):
    other = await subscriptions.add(feed("b", "https://example.org/new"), NOW)
    await subscriptions.move("a", "https://example.org/new")
    assert await subscriptions.all() == [other]


async def test_moving_a_removed_feed_leaves_nothing(subscriptions: Subscriptions, redis: Redis):
    await subscriptions.move("a", "https://example.org/new")
    assert await redis.keys() == []
