"""The health of a feed, in words."""

from __future__ import annotations

from dataclasses import replace

from service.dashboard.common import RatedFeed
from service.dashboard.feeds import health, tally
from service.feeds.subscriptions import Subscription
from service.statistics.feeds import Standing

NEW = Subscription("1", "https://example.com/feed", "example.com")
FINE = replace(NEW, last_poll=1_767_323_045.0)
BROKEN = replace(FINE, error="example.com answers 404 Not Found", errors=1)


def test_feed_that_was_never_polled_is_not_said_to_work() -> None:
    assert health(NEW, Standing.ACTIVE) == ("Not polled yet", "muted")
    assert health(FINE, Standing.ACTIVE) == ("Works", "good")
    assert health(NEW, Standing.PAUSED) == ("Paused", "muted")


def test_silent_feed_that_works_is_uncertain() -> None:
    assert health(FINE, Standing.SILENT) == ("Silent: it used to have new items", "uncertain")


def test_silent_feed_whose_polls_fail_is_bad() -> None:
    assert health(BROKEN, Standing.SILENT) == ("Silent, and failing", "bad")


def test_failing_feed_that_is_not_silent_fails() -> None:
    assert health(BROKEN, Standing.FAILING) == ("Fails", "bad")


def test_feeds_that_are_silent_and_fail_are_counted_as_both() -> None:
    feeds = [
        RatedFeed(FINE, Standing.ACTIVE),
        RatedFeed(BROKEN, Standing.FAILING),
        RatedFeed(FINE, Standing.SILENT),
        RatedFeed(BROKEN, Standing.SILENT),
    ]
    assert tally(feeds, Standing.FAILING) == ("2", "")
    assert tally(feeds, Standing.SILENT) == ("2", "1 of them failing")
    assert tally(feeds, Standing.ACTIVE) == ("1", "")
