"""Feeds whose sites redirect them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web import Answer

if TYPE_CHECKING:
    from pollerbed import Bed

    from service.feeds.subscriptions import Subscription

#: Seconds, a little more and a little less than a day.
LONG, SHORT = 90_000, 80_000


def redirect(bed: Bed, status: int) -> None:
    """Have the feed redirect to ``/new``, where it is now."""
    whole, moved = bed.web.answers["/feed"], Answer(b"", status, {"Location": "/new"})
    bed.web.answers |= {"/new": whole, "/feed": moved}


async def poll_twice(bed: Bed, *, later: float = LONG) -> Subscription:
    """Poll the feed, and again so many seconds later; return it."""
    since = (await bed.poll()).leads_since
    if since:
        await bed.subscriptions.note("feed", leads_since=since - later)
    return await bed.poll()


@pytest.mark.parametrize("status", [301, 308])
async def test_permanent_redirect_moves_the_feed_after_a_day(bed: Bed, status: int):
    redirect(bed, status)
    assert (await poll_twice(bed)).url == f"{bed.web.url}/new"


async def test_permanent_redirect_of_less_than_a_day_does_not_move_the_feed(bed: Bed):
    redirect(bed, 301)
    assert (await poll_twice(bed, later=SHORT)).url == f"{bed.web.url}/feed"


async def test_entries_behind_a_permanent_redirect_come_at_once(bed: Bed):
    redirect(bed, 301)
    await bed.poll()
    assert await bed.titles() == ["News 1", "News 2"]


async def test_former_url_of_a_feed_that_has_moved_leads_to_it(bed: Bed):
    redirect(bed, 301)
    await poll_twice(bed)
    assert (await bed.subscriptions.find(f"{bed.web.url}/feed")).id == "feed"


@pytest.mark.parametrize("status", [302, 303, 307])
async def test_temporary_redirect_does_not_move_the_feed(bed: Bed, status: int):
    redirect(bed, status)
    assert (await poll_twice(bed)).url == f"{bed.web.url}/feed"


async def test_move_is_logged_with_both_urls(bed: Bed, caplog: pytest.LogCaptureFixture):
    redirect(bed, 301)
    await poll_twice(bed)
    assert caplog.messages == [f"{bed.web.url}/feed has moved to {bed.web.url}/new"]


async def test_feed_whose_new_url_soon_expires_stays(bed: Bed):
    whole = bed.web.answers["/feed"]
    for number in range(3):
        bed.web.answers |= {"/feed": Answer(b"", 301, {"Location": f"/{number}"}), f"/{number}": whole}
        polled = await poll_twice(bed, later=SHORT)
    assert (polled.url, polled.error) == (f"{bed.web.url}/feed", None)


async def test_304_behind_a_permanent_redirect_does_not_move_the_feed(bed: Bed):
    dated = {"Last-Modified": "Mon, 02 Nov 2026 11:00:00 GMT"}
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers=dated)
    await bed.poll()
    bed.web.answers |= {"/": Answer(b"<html>", 200, dated), "/feed": Answer(b"", 301, {"Location": "/"})}
    failed = await poll_twice(bed)
    assert failed.url == f"{bed.web.url}/feed"
    assert "got an HTML page" in failed.error


async def test_feed_that_is_unchanged_where_it_is_led_moves(bed: Bed):
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers={"ETag": '"1"'})
    await bed.poll()
    redirect(bed, 301)
    assert (await poll_twice(bed)).url == f"{bed.web.url}/new"


async def test_permanent_redirect_to_a_page_does_not_move_the_feed(bed: Bed):
    bed.web.answers |= {"/": Answer(b"<html>"), "/feed": Answer(b"", 301, {"Location": "/"})}
    assert (await poll_twice(bed)).url == f"{bed.web.url}/feed"
