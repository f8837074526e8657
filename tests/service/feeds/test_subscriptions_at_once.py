"""Several who change the subscriptions at the same time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from subscribed import NOW, URL, feed

if TYPE_CHECKING:
    import pytest

    from service.feeds.subscriptions import Subscription, Subscriptions


async def test_labels_of_subscriptions_at_the_same_time_are_all_kept(subscriptions: Subscriptions):
    await asyncio.gather(*(subscriptions.add(feed(name, labels=(name,)), NOW) for name in "abcdefgh"))
    (left,) = await subscriptions.all()
    assert left.labels == tuple("abcdefgh")


async def test_add_all_goes_on_when_feeds_are_removed_meanwhile(subscriptions: Subscriptions):
    feeds = [feed(name, f"{URL}/{name}") for name in "abcdefgh"]
    await subscriptions.add_all(feeds, NOW)
    again = [replace(each, labels=("x",)) for each in feeds]
    added, *_ = await asyncio.gather(
        subscriptions.add_all(again, NOW), *(subscriptions.remove(each.id) for each in feeds)
    )
    assert added in range(9)


async def test_feed_that_is_removed_while_somebody_subscribes_to_it_again_is_subscribed(
    subscriptions: Subscriptions, monkeypatch: pytest.MonkeyPatch
):
    await subscriptions.add(feed("a"), NOW)
    get = subscriptions.get

    async def get_too_late(name: str) -> Subscription:
        await subscriptions.remove(name)
        return await get(name)

    monkeypatch.setattr(subscriptions, "get", get_too_late)
    assert (await subscriptions.add(feed("b"), NOW)).id == "b"
