"""Feeds whose sites redirect them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from web import Answer

if TYPE_CHECKING:
    from pollerbed import Bed


def redirect(bed: Bed, status: int) -> None:
    """Have the feed redirect to ``/new``, where it is now."""
    whole, moved = bed.web.answers["/feed"], Answer(b"", status, {"Location": "/new"})
    bed.web.answers |= {"/new": whole, "/feed": moved}


@pytest.mark.parametrize("status", [301, 308])
async def test_permanent_redirect_moves_the_feed(bed: Bed, status: int):
    redirect(bed, status)
    assert (await bed.poll()).url == f"{bed.web.url}/new"
    assert await bed.titles() == ["News 1", "News 2"]


@pytest.mark.parametrize("status", [302, 303, 307])
async def test_temporary_redirect_does_not_move_the_feed(bed: Bed, status: int):
    redirect(bed, status)
    assert (await bed.poll()).url == f"{bed.web.url}/feed"


async def test_move_is_logged_with_both_urls(bed: Bed, caplog: pytest.LogCaptureFixture):
    redirect(bed, 301)
    await bed.poll()
    assert caplog.messages == [f"{bed.web.url}/feed has moved to {bed.web.url}/new"]


async def test_feed_redirected_permanently_to_another_is_merged_into_it(bed: Bed):
    redirect(bed, 301)
    await bed.subscribe("/new")
    await bed.poller().poll(await bed.subscriptions.get("feed"))
    assert [each.id for each in await bed.subscriptions.all()] == ["new"]


async def test_304_behind_a_permanent_redirect_does_not_move_the_feed(bed: Bed):
    dated = {"Last-Modified": "Mon, 02 Nov 2026 11:00:00 GMT"}
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers=dated)
    await bed.poll()
    bed.web.answers |= {"/": Answer(b"<html>", 200, dated), "/feed": Answer(b"", 301, {"Location": "/"})}
    assert (await bed.poll()).url == f"{bed.web.url}/feed"
    assert "got an HTML page" in (await bed.poll()).error


async def test_feed_that_moves_unchanged_moves_at_its_next_poll(bed: Bed):
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers={"ETag": '"1"'})
    await bed.poll()
    redirect(bed, 301)
    assert [(await bed.poll()).url for _ in range(2)] == [f"{bed.web.url}/feed", f"{bed.web.url}/new"]


async def test_permanent_redirect_to_a_page_does_not_move_the_feed(bed: Bed):
    bed.web.answers |= {"/": Answer(b"<html>"), "/feed": Answer(b"", 301, {"Location": "/"})}
    assert (await bed.poll()).url == f"{bed.web.url}/feed"
