"""Feeds that somebody subscribes to though they are subscribed to already."""

from __future__ import annotations

import pytest
from subscribed import NOW, URL, feed

from service.feeds.subscriptions import Answered, State, Subscriptions


async def test_subscribing_again_adds_labels(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", labels=("y",)), NOW)
    assert (await subscriptions.add(feed("b", labels=("x", "y")), NOW)).labels == ("x", "y")


@pytest.mark.parametrize(("given", "interval", "due"), [(600.0, 600.0, NOW + 9), (None, 300.0, NOW)])
async def test_subscribing_again_takes_over_an_interval_that_is_given(
    subscriptions: Subscriptions, given: float | None, interval: float, due: float
):
    await subscriptions.add(feed("a", interval=300.0), NOW)
    again = await subscriptions.add(feed("b", interval=given), NOW + 9)
    assert (again.interval, again.next_poll) == (interval, due)


@pytest.mark.parametrize(
    ("state", "answered", "left"),
    [
        (State.GONE, Answered.ITSELF, State.ACTIVE),
        (State.GONE, Answered.REDIRECTED, State.ACTIVE),
        (State.GONE, Answered.UNASKED, State.GONE),
        (State.PAUSED, Answered.ITSELF, State.PAUSED),
    ],
)
async def test_subscribing_again_brings_back_a_feed_that_was_gone_and_has_answered(
    subscriptions: Subscriptions, state: State, answered: Answered, left: State
):
    await subscriptions.add(feed("a"), NOW)
    await subscriptions.change("a", state=state)
    again = await subscriptions.add(feed("b"), NOW + 9, answered)
    assert (again.state, again.next_poll) == (left, NOW + 9 if left is State.ACTIVE else None)


#: Another URL of the same feed.
PLAIN = URL.replace("https", "http")


async def test_feed_that_fails_takes_another_url_of_its_address_that_answers(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", PLAIN, errors=1, etag='"1"', last_modified="yesterday"), NOW)
    again = await subscriptions.add(feed("b"), NOW + 9, Answered.ITSELF)
    assert (again.id, again.url, again.next_poll) == ("a", URL, NOW + 9)
    assert (again.etag, again.last_modified) == (None, None)


@pytest.mark.parametrize(
    ("url", "errors", "answered"),
    [(URL, 1, Answered.ITSELF), (PLAIN, 0, Answered.ITSELF), (PLAIN, 1, Answered.UNASKED)],
    ids=["same URL", "works", "not asked"],
)
async def test_feed_keeps_its_url(subscriptions: Subscriptions, url: str, errors: int, answered: Answered):
    added = await subscriptions.add(feed("a", url, errors=errors), NOW)
    assert await subscriptions.add(feed("b"), NOW + 9, answered) == added
