"""Feeds whose sites redirect them to other feeds."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING

import pytest
from pollerbed import NEWS
from subscribed import move
from web import Answer
from workshop import complete

from service.feeds.subscriptions import State

if TYPE_CHECKING:
    from pollerbed import Bed

    from service.feeds.subscriptions import Subscription

NEW, OTHER = (Answer(b"", 301, {"Location": path}) for path in ("/new", "/other"))

#: Seconds, a little more than a day.
LONG = 90_000


@pytest.fixture
async def led(bed: Bed) -> Bed:
    """A site that redirects its feed to another feed."""
    bed.web.answers |= {"/feed": NEW, "/new": NEWS, "/other": NEWS}
    for path in ("/new", "/other"):
        await bed.subscribe(path, labels=(path,))
    return bed


async def poll(bed: Bed, *, later: float = 0) -> Subscription | None:
    """Poll the feed some seconds after its last poll; return it, or None if it was merged."""
    feed = await bed.subscriptions.get("feed")
    if feed.leads_since:
        await bed.subscriptions.note("feed", leads_since=feed.leads_since - later)
    await bed.poller().poll(await bed.subscriptions.get("feed"))
    return next((each for each in await bed.subscriptions.all() if each.id == "feed"), None)


async def test_feed_redirected_to_another_for_a_day_is_merged_into_it(led: Bed):
    await poll(led)
    assert await poll(led, later=LONG) is None
    assert (await led.subscriptions.current("feed")).id == "new"


async def test_feed_redirected_to_another_for_less_than_a_day_is_not_merged(led: Bed):
    await poll(led)
    assert (await poll(led, later=80_000)).url == f"{led.web.url}/feed"


@pytest.mark.parametrize("between", [NEWS, OTHER], ids=["not redirected", "redirected elsewhere"])
async def test_poll_that_is_not_redirected_to_the_other_feed_begins_the_day_anew(led: Bed, between: Answer):
    await poll(led)
    led.web.answers["/feed"] = between
    await poll(led)
    led.web.answers["/feed"] = NEW
    await poll(led, later=LONG)
    assert (await poll(led)).leads_since == pytest.approx(time(), abs=60)


@pytest.mark.parametrize("status", [404, 500])
async def test_poll_that_fails_does_not_begin_the_day_anew(led: Bed, status: int):
    await poll(led)
    led.web.answers["/feed"] = Answer(status=status)
    await poll(led)
    led.web.answers["/feed"] = NEW
    assert await poll(led, later=LONG) is None


async def test_poll_that_finds_nothing_new_does_not_begin_the_day_anew(bed: Bed):
    bed.web.answers["/feed"] = NEWS._replace(headers={"ETag": '"1"'})
    await bed.poll()
    bed.web.answers |= {"/new": bed.web.answers["/feed"], "/feed": NEW}
    await bed.subscribe("/new")
    await poll(bed)
    assert bed.web.statuses[-1] == 304
    assert await poll(bed, later=LONG) is None


async def test_merge_is_logged_with_both_urls(led: Bed, caplog: pytest.LogCaptureFixture):
    for later in (0, LONG):
        await poll(led, later=later)
    url = led.web.url
    assert caplog.messages == [f"{url}/feed was merged into the feed that is at {url}/new"]


async def test_entries_of_another_feed_are_left_to_its_own_polls(led: Bed):
    await poll(led)
    assert await led.titles() == []
    await led.poll("new")
    assert [(each.feed, each.labels) for each in await complete(led.queue)] == [("new", ("/new",))] * 2


async def test_feed_redirected_to_another_does_not_take_its_title(led: Bed):
    await led.subscriptions.note("feed", title="Sport")
    assert (await poll(led)).title == "Sport"


@pytest.mark.parametrize("change", [{"state": State.PAUSED}, {"state": State.GONE}, {"errors": 1}])
async def test_entries_of_a_feed_that_is_not_polled_or_fails_are_taken(led: Bed, change: dict[str, object]):
    await led.subscriptions.change("new", **change)
    await poll(led)
    assert [each.feed for each in await complete(led.queue)] == ["feed", "feed"]


async def test_feed_is_not_merged_into_one_that_fails(led: Bed):
    await poll(led)
    await led.subscriptions.change("new", errors=1)
    assert (await poll(led, later=LONG)).url == f"{led.web.url}/feed"


async def test_feed_is_not_merged_if_there_is_no_feed_at_the_url_of_the_other(led: Bed):
    await poll(led)
    led.web.answers["/new"] = Answer(b"<!DOCTYPE html>")
    assert "got an HTML page" in (await poll(led, later=LONG)).error


async def test_feed_is_not_merged_into_one_that_has_left_the_url(led: Bed):
    await move(led.subscriptions, "new", f"{led.web.url}/newer")
    await poll(led)
    assert (await poll(led, later=LONG)).url == f"{led.web.url}/new"


async def test_feeds_that_a_site_redirects_to_one_url_for_a_while_stay(bed: Bed):
    paths = ("/feed", "/sport", "/culture")
    for path in paths[1:]:
        await bed.subscribe(path)
    bed.web.answers |= dict.fromkeys(paths, NEW) | {"/new": NEWS}
    for name in ("feed", "sport", "culture"):
        await bed.poll(name)
    urls = {each.id: each.url.removeprefix(bed.web.url) for each in await bed.subscriptions.all()}
    assert urls == {"feed": "/feed", "sport": "/sport", "culture": "/culture"}
