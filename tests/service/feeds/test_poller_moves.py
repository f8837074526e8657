"""Feeds whose sites redirect them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pollerbed import NEWS, THIRD
from web import Answer
from xml_feeds import rss

from service.feeds.errors import ReaderDiedError
from service.feeds.subscriptions import State
from service.fetching.errors import BusyError, FetchError

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


async def go(bed: Bed, then: Answer) -> None:
    """Have the feed move to ``/new``, and be at ``/feed`` again, while ``/new`` gives another answer."""
    whole = bed.web.answers["/feed"]
    redirect(bed, 301)
    await bed.poll()
    await bed.titles()
    bed.web.answers |= {"/feed": whole._replace(body=rss(THIRD)), "/new": then}
    bed.web.requests.clear()


PAGE = Answer(b"<!DOCTYPE html><title>Sorry</title>")


@pytest.mark.parametrize("status", [404, 410])
async def test_feed_that_is_not_where_it_moved_to_goes_back(bed: Bed, status: int):
    await go(bed, Answer(status=status))
    back = await bed.poll()
    assert (back.url, back.state, back.error) == (f"{bed.web.url}/feed", State.ACTIVE, None)


@pytest.mark.parametrize("then", [*(Answer(status=status) for status in (401, 403, 408)), PAGE])
async def test_feed_that_cannot_be_read_where_it_moved_to_goes_back_at_the_third_poll(bed: Bed, then: Answer):
    await go(bed, then)
    urls = [(await bed.poll_when_due()).url for _ in range(3)]
    assert [url.removeprefix(bed.web.url) for url in urls] == ["/new", "/new", "/feed"]


async def test_former_url_is_not_asked_if_the_reader_dies_again_and_again(bed: Bed):
    class Dying:
        async def run(self, *_: object) -> None:
            raise ReaderDiedError

    await go(bed, NEWS)
    bed.parsing = Dying()
    assert {(await bed.poll_when_due()).error for _ in range(3)} == {str(ReaderDiedError())}
    assert {request.path for request in bed.web.requests} == {"/new"}


async def test_entries_of_a_feed_that_goes_back_come_at_once(bed: Bed):
    await go(bed, Answer(status=404))
    await bed.poll()
    assert await bed.titles() == ["News 3"]


async def test_return_is_logged_with_both_urls(bed: Bed, caplog: pytest.LogCaptureFixture):
    await go(bed, Answer(status=404))
    caplog.clear()
    await bed.poll()
    assert caplog.messages == [f"{bed.web.url}/new has moved back to {bed.web.url}/feed"]


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_feed_that_moved_does_not_go_back_while_its_server_is_busy(bed: Bed, status: int):
    await go(bed, Answer(status=status))
    await bed.subscriptions.change("feed", errors=9)
    assert (await bed.poll()).url == f"{bed.web.url}/new"
    assert bed.web.statuses == [status]


@pytest.mark.parametrize("former", [Answer(status=404), PAGE, Answer(b"", 301, {"Location": "/new"})])
async def test_feed_that_is_at_neither_url_stays_where_it_moved_to(bed: Bed, former: Answer):
    await go(bed, Answer(status=404))
    bed.web.answers["/feed"] = former
    failed = await bed.poll()
    assert (failed.url, failed.error) == (f"{bed.web.url}/new", "127.0.0.1 answers 404 Not Found")


async def test_feed_that_moved_is_gone_if_it_is_not_at_its_former_url_either(bed: Bed):
    await go(bed, Answer(status=410))
    bed.web.answers["/feed"] = Answer(status=404)
    assert (await bed.poll()).state is State.GONE


async def test_feed_is_not_gone_while_its_former_url_cannot_be_asked(bed: Bed):
    class Busy:
        async def feed(self, url: str, *_: object) -> None:
            if url.endswith("/feed"):
                raise BusyError("127.0.0.1", 1, 9)
            raise FetchError.of_status("127.0.0.1", 410, None)

    await go(bed, Answer(status=410))
    bed.fetcher = Busy()
    assert (await bed.poll()).state is State.ACTIVE


async def test_feed_whose_new_url_soon_expires_goes_back_and_forth_once_a_poll(bed: Bed):
    whole = bed.web.answers["/feed"]
    places = []
    for number in range(3):
        bed.web.answers |= {f"/{each}": Answer(status=404) for each in range(number)}
        bed.web.answers |= {"/feed": Answer(b"", 301, {"Location": f"/{number}"}), f"/{number}": whole}
        places.append((await bed.poll()).url.removeprefix(bed.web.url))
    assert places == ["/0", "/feed", "/2"]


#: Seconds, a little more and a little less than a day.
LONG, SHORT = 90_000, 80_000


async def mended(bed: Bed, former: Answer = NEWS, *, later: float = LONG) -> None:
    """Have a feed move, and its former URL give another answer when some seconds have passed."""
    await go(bed, NEWS)
    bed.web.answers["/feed"] = former
    await bed.subscriptions.change("feed", moved=(await bed.subscriptions.get("feed")).moved - later)


async def test_feed_that_is_at_its_former_url_again_after_a_day_goes_back(bed: Bed):
    await mended(bed, Answer(rss(THIRD)))
    assert (await bed.poll()).url == f"{bed.web.url}/feed"
    assert await bed.titles() == ["News 3"]


@pytest.mark.parametrize("former", [Answer(status=500), PAGE, Answer(b"", 302, {"Location": "/new"})])
async def test_feed_that_is_not_at_its_former_url_after_a_day_stays(bed: Bed, former: Answer):
    await mended(bed, former)
    polled = await bed.poll()
    assert (polled.url, polled.error) == (f"{bed.web.url}/new", None)


async def asked(bed: Bed, polls: int) -> list[str]:
    """Return the paths that so many polls ask for."""
    for _ in range(polls):
        await bed.poll()
    return [request.path for request in bed.web.requests]


async def test_former_url_is_not_asked_before_a_day_has_passed(bed: Bed):
    await mended(bed, later=SHORT)
    assert await asked(bed, polls=1) == ["/new"]


@pytest.mark.parametrize("status", [404, 500])
async def test_former_url_is_asked_once_whatever_it_answers(bed: Bed, status: int):
    await mended(bed, Answer(status=status))
    assert await asked(bed, polls=2) == ["/feed", "/new", "/new"]


async def test_former_url_is_asked_once_though_the_new_one_fails(bed: Bed):
    await mended(bed, Answer(status=500))
    bed.web.answers["/new"] = Answer(status=500)
    assert await asked(bed, polls=2) == ["/feed", "/new", "/new"]


async def test_feed_that_went_back_is_not_looked_for_where_it_went_back_from(bed: Bed):
    await mended(bed)
    assert (await bed.poll()).moved is None


async def test_feed_that_moves_again_to_where_it_was_before_is_looked_for_again(bed: Bed):
    await mended(bed)
    await bed.poll()
    redirect(bed, 301)
    assert (await bed.poll()).moved is not None
