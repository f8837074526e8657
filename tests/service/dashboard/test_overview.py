"""The overview."""

from __future__ import annotations

from service.dashboard.overview import troubled
from service.statistics.feeds import Standing


def test_active_and_paused_feeds_are_not_in_trouble() -> None:
    assert troubled({Standing.ACTIVE: 3, Standing.PAUSED: 2}) == 0


def test_gone_and_failing_feeds_are_in_trouble() -> None:
    assert troubled({Standing.GONE: 2, Standing.FAILING: 1}) == 3
