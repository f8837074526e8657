"""URLs that feeds have left, and that still lead to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from subscribed import NOW, URL, feed, move

from service.feeds.errors import NoSuchFeedError
from service.feeds.subscriptions import Answered, State, Subscriptions
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

NEW, NEWER = "https://example.org/new", "https://example.org/newer"


async def moved(subscriptions: Subscriptions, *urls: str, **fields: object) -> None:
    """Add a feed, and have it move to these URLs in turn."""
    await subscriptions.add(feed("a", **fields), NOW)
    for url in urls:
        await move(subscriptions, "a", url)


async def subscribe(subscriptions: Subscriptions, url: str, answered: Answered) -> str:
    """Subscribe to a URL; return the id of the feed that it leads to."""
    return (await subscriptions.add(feed("b", url), NOW + 9, answered)).id


async def where(subscriptions: Subscriptions) -> dict[str, str]:
    return {each.id: each.url for each in await subscriptions.all()}


@pytest.mark.parametrize("answered", [Answered.UNASKED, Answered.REDIRECTED])
async def test_subscribing_to_a_url_that_a_feed_has_left_finds_it(
    subscriptions: Subscriptions, answered: Answered
):
    await moved(subscriptions, NEW)
    assert await subscribe(subscriptions, URL, answered) == "a"
    assert await where(subscriptions) == {"a": NEW}


@pytest.mark.parametrize("url", [URL, NEW])
async def test_feed_goes_back_to_a_url_that_it_has_left_and_that_answers_itself(
    subscriptions: Subscriptions, url: str
):
    await moved(subscriptions, NEW, NEWER, errors=1)
    assert await subscribe(subscriptions, url, Answered.ITSELF) == "a"
    assert await where(subscriptions) == {"a": url}


async def test_url_that_a_working_feed_has_left_and_that_answers_itself_is_a_feed_of_its_own(
    subscriptions: Subscriptions,
):
    await moved(subscriptions, NEW)
    assert await subscribe(subscriptions, URL, Answered.ITSELF) == "b"
    assert await where(subscriptions) == {"a": NEW, "b": URL}


async def test_feed_that_goes_back_is_polled_in_full_at_once(subscriptions: Subscriptions):
    await moved(subscriptions, NEW, errors=1, etag='"1"', last_modified="yesterday")
    back = await subscriptions.add(feed("b"), NOW + 9, Answered.ITSELF)
    assert (back.next_poll, back.etag, back.last_modified) == (NOW + 9, None, None)


async def test_feed_that_goes_back_is_logged_with_both_urls(
    subscriptions: Subscriptions, caplog: pytest.LogCaptureFixture
):
    await moved(subscriptions, NEW, errors=1)
    await subscribe(subscriptions, URL, Answered.ITSELF)
    assert caplog.messages == [f"{NEW} is polled at {URL} now, which somebody subscribed to"]


async def test_paused_feed_stays_paused_when_it_goes_back(subscriptions: Subscriptions):
    await moved(subscriptions, NEW, errors=1)
    await subscriptions.change("a", state=State.PAUSED)
    back = await subscriptions.add(feed("b"), NOW, Answered.ITSELF)
    assert (back.state, back.next_poll) == (State.PAUSED, None)


async def test_url_that_a_feed_went_back_from_leads_to_it(subscriptions: Subscriptions):
    await moved(subscriptions, NEW, URL)
    assert await subscribe(subscriptions, NEW, Answered.UNASKED) == "a"


async def test_only_the_latest_urls_that_a_feed_has_left_lead_to_it(
    subscriptions: Subscriptions, redis: Redis
):
    await moved(subscriptions, *(f"{URL}?token={number}" for number in range(30)))
    assert await redis.hlen(keys.FEED_ADDRESSES) == 21
    with pytest.raises(NoSuchFeedError):
        await subscriptions.find(f"{URL}?token=8")
    assert (await subscriptions.find(f"{URL}?token=9")).id == "a"


async def test_removed_feed_leaves_nothing_of_the_urls_that_it_had(
    subscriptions: Subscriptions, redis: Redis
):
    await moved(subscriptions, NEW, NEWER)
    await subscriptions.remove("a")
    assert await redis.keys() == []


async def test_another_feed_may_move_to_a_url_that_a_feed_has_left(subscriptions: Subscriptions):
    await moved(subscriptions, NEW)
    await subscriptions.add(feed("b", NEWER), NOW)
    assert await move(subscriptions, "b", URL) == "b"
    assert await where(subscriptions) == {"a": NEW, "b": URL}


async def test_removing_a_feed_leaves_urls_that_went_to_another(subscriptions: Subscriptions):
    await moved(subscriptions, NEW)
    await subscriptions.add(feed("b", NEWER), NOW)
    await move(subscriptions, "b", URL)
    await subscriptions.remove("a")
    assert (await subscriptions.find(URL)).id == "b"


async def test_url_that_redirects_to_a_new_feed_leads_to_it(subscriptions: Subscriptions):
    await subscriptions.add(feed("a", NEW), NOW, Answered.REDIRECTED, URL)
    assert (await subscriptions.find(URL)).id == "a"


async def test_url_that_redirects_to_a_new_feed_leads_to_no_other(subscriptions: Subscriptions):
    await moved(subscriptions, NEW)
    await subscriptions.add(feed("b", NEWER), NOW, Answered.REDIRECTED, URL)
    assert (await subscriptions.find(URL)).id == "b"
    assert await where(subscriptions) == {"a": NEW, "b": NEWER}


async def test_subscribing_to_a_feed_that_is_about_to_move_finds_it(subscriptions: Subscriptions):
    await subscriptions.add(feed("a"), NOW)
    again = await subscriptions.add(feed("b", NEW), NOW, Answered.REDIRECTED, URL)
    assert (again.id, again.url) == ("a", URL)


async def merged(subscriptions: Subscriptions) -> None:
    """Have a feed move, and merge it into another."""
    await moved(subscriptions, NEW)
    await subscriptions.add(feed("c", NEWER), NOW)
    await subscriptions.merge("a", "c")


@pytest.mark.parametrize("url", [URL, NEW])
async def test_urls_of_a_merged_feed_lead_to_the_other(subscriptions: Subscriptions, url: str):
    await merged(subscriptions)
    assert await subscribe(subscriptions, url, Answered.UNASKED) == "c"


async def test_url_of_a_merged_feed_is_not_found_as_that_of_the_other(subscriptions: Subscriptions):
    await merged(subscriptions)
    with pytest.raises(NoSuchFeedError, match=URL):
        await subscriptions.find(URL)


async def test_importing_the_url_of_a_merged_feed_again_and_again_merges_nothing(
    subscriptions: Subscriptions, redis: Redis
):
    await merged(subscriptions)
    for number in range(3):
        assert await subscriptions.add_all([feed(f"new{number}")], NOW) == 0
    assert await redis.hget(keys.FEED + "c", "merged") == b'["a"]'


@pytest.mark.parametrize("url", [URL, NEW])
async def test_merged_feed_whose_url_answers_itself_is_a_feed_again(subscriptions: Subscriptions, url: str):
    await merged(subscriptions)
    assert await subscribe(subscriptions, url, Answered.ITSELF) == "b"
    assert await where(subscriptions) == {"b": url, "c": NEWER}


async def test_feed_that_was_merged_once_keeps_its_url_when_the_other_is_merged(
    subscriptions: Subscriptions,
):
    await merged(subscriptions)
    await subscribe(subscriptions, URL, Answered.ITSELF)
    await subscriptions.add(feed("d", "https://example.org/newest"), NOW)
    await subscriptions.merge("c", "d")
    assert (await subscriptions.find(URL)).id == "b"


async def test_urls_of_feeds_merged_into_a_removed_one_lead_nowhere(
    subscriptions: Subscriptions, redis: Redis
):
    await merged(subscriptions)
    await subscriptions.remove("c")
    assert await redis.keys() == []


async def test_feed_of_an_older_store_moves(subscriptions: Subscriptions, redis: Redis):
    await subscriptions.add(feed("a"), NOW)
    await redis.hdel(keys.FEED + "a", "leads_to", "leads_since")
    await move(subscriptions, "a", NEW)
    assert await subscriptions.get("a") == replace(feed("a", NEW), next_poll=NOW)
