"""How a subscription changes with the responses of its site."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from web import Answer

from service.feeds import reader
from service.feeds.reader import FeedReader
from service.feeds.subscriptions import State

if TYPE_CHECKING:
    from pollerbed import Bed


@pytest.mark.parametrize("headers", [{"ETag": 'W/"1"'}, {"Last-Modified": "Mon, 02 Nov 2026 11:00:00 GMT"}])
async def test_unchanged_body_is_not_downloaded_again(bed: Bed, headers: dict[str, str]):
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers=headers)
    for _ in range(3):
        polled = await bed.poll()
    assert bed.web.statuses == [200, 304, 304]
    assert polled.error is None


async def test_body_is_downloaded_again_once_a_day(bed: Bed):
    bed.web.answers["/feed"] = bed.web.answers["/feed"]._replace(headers={"ETag": '"1"'})
    polled = await bed.poll()
    await bed.subscriptions.record(polled, replace(polled, last_body=polled.last_body - 90_000))
    await bed.poll()
    assert bed.web.statuses == [200, 200]


async def test_error_is_recorded(bed: Bed):
    bed.web.answers["/feed"] = Answer(status=500)
    polled = await bed.poll()
    assert (polled.error, polled.errors) == ("127.0.0.1 answers 500 Internal Server Error", 1)


async def test_body_that_is_not_a_feed_is_an_error(bed: Bed):
    bed.web.answers["/feed"] = Answer(b"<!DOCTYPE html><title>Sorry</title>")
    assert "got an HTML page" in (await bed.poll()).error


async def test_feed_that_no_process_can_read_is_not_called_broken(bed: Bed, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_args: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(reader, "Child", refuse)
    bed.feed_reader = FeedReader()
    assert "the feed may be sound" in (await bed.poll()).error


async def test_page_that_a_feed_redirects_to_does_not_name_that_feed_again(bed: Bed):
    links = b"<link rel=alternate type=application/rss+xml href=%s>" * 2 % (b"/feed", b"/comments/feed")
    bed.web.answers |= {"/": Answer(b"<!DOCTYPE html>" + links), "/feed": Answer(b"", 302, {"Location": "/"})}
    assert (await bed.poll()).error.endswith("not RSS, Atom or JSON Feed")


async def test_error_is_cleared_by_a_successful_poll(bed: Bed):
    whole, bed.web.answers["/feed"] = bed.web.answers["/feed"], Answer(status=500)
    await bed.poll()
    bed.web.answers["/feed"] = whole
    assert (await bed.poll()).error is None


async def test_polls_by_hand_of_a_feed_that_fails_leave_its_next_poll_where_it_was(bed: Bed):
    bed.web.answers["/feed"] = Answer(status=500)
    first = await bed.poll()
    for _ in range(3):
        polled = await bed.poll()
    assert (polled.errors, polled.next_poll) == (1, pytest.approx(first.next_poll))


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_sets_the_next_poll(bed: Bed, status: int):
    bed.web.answers["/feed"] = Answer(status=status, headers={"Retry-After": "7200"})
    polled = await bed.poll()
    assert polled.next_poll - polled.last_poll == pytest.approx(7_200, abs=1)


async def test_feed_that_answers_410_is_gone_and_never_polled_again(bed: Bed):
    bed.web.answers["/feed"] = Answer(status=410)
    assert (await bed.poll()).state is State.GONE
    assert await bed.subscriptions.claim(9e9, 9e9, 1) == []


async def test_feed_that_is_gone_is_logged(bed: Bed, caplog: pytest.LogCaptureFixture):
    bed.web.answers["/feed"] = Answer(status=410)
    await bed.poll()
    assert caplog.messages == [f"{bed.web.url}/feed is no longer polled: 127.0.0.1 answers 410 Gone"]


async def test_first_and_last_of_a_feeds_errors_in_a_row_are_logged(
    bed: Bed, caplog: pytest.LogCaptureFixture
):
    whole, bed.web.answers["/feed"] = bed.web.answers["/feed"], Answer(status=500)
    with caplog.at_level("INFO", "service.feeds.poller"):
        for _ in range(3):
            await bed.poll_when_due()
        bed.web.answers["/feed"] = whole
        for _ in range(2):
            await bed.poll()
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", f"{bed.web.url}/feed has begun to fail: 127.0.0.1 answers 500 Internal Server Error"),
        ("INFO", f"{bed.web.url}/feed works again"),
    ]


async def test_feed_that_is_not_asked_as_its_host_is_busy_is_not_logged(
    bed: Bed, caplog: pytest.LogCaptureFixture
):
    bed.web.answers["/feed"] = Answer(status=429, headers={"Retry-After": "1800"})
    await bed.poll()
    caplog.clear()
    await bed.subscriptions.note("feed", errors=0)
    assert (await bed.poll()).errors == 0
    assert not caplog.messages


@pytest.mark.parametrize(("status", "state"), [(301, State.GONE), (302, State.ACTIVE)])
async def test_feed_is_gone_only_where_it_is_for_good(bed: Bed, status: int, state: State):
    bed.web.answers["/feed"] = Answer(b"", status, {"Location": "/new"})
    bed.web.answers["/new"] = Answer(status=410)
    assert (await bed.poll()).state is state


async def test_feed_that_was_cut_off_is_downloaded_again(bed: Bed):
    whole = bed.web.answers["/feed"]._replace(headers={"ETag": '"1"', "Last-Modified": "yesterday"})
    bed.web.answers["/feed"] = whole._replace(body=whole.body[: whole.body.index(b"News 1") + 3])
    await bed.poll()
    bed.web.answers["/feed"] = whole
    await bed.poll()
    assert bed.web.statuses == [200, 200]
