"""The health of a feed, in words."""

from __future__ import annotations

from dataclasses import replace

from service.dashboard.feeds import health
from service.feeds.subscriptions import Subscription
from service.statistics.feeds import Standing

NEW = Subscription("1", "https://example.com/feed", "example.com")
FINE = replace(NEW, last_poll=1_767_323_045.0)


def test_feed_that_was_never_polled_is_not_said_to_work() -> None:
    assert health(NEW, Standing.ACTIVE) == ("Not polled yet", "muted")
    assert health(FINE, Standing.ACTIVE) == ("Works", "good")
    assert health(NEW, Standing.PAUSED) == ("Paused", "muted")
