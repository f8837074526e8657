"""The spans of time for which figures are shown, each in periods."""

from __future__ import annotations

from enum import Enum


class Span(Enum):
    """A span of the past: how many periods it has, and of how many seconds each."""

    HOUR = (60, 60)
    DAY = (96, 900)
    FORTNIGHT = (336, 3_600)

    def __init__(self, periods: int, seconds: int) -> None:
        self.periods = periods
        #: The seconds of one period.
        self.seconds = seconds

    def starts(self, now: float) -> range:
        """Return the times at which its periods begin, in seconds since the epoch; `now` is in the last."""
        last = int(now) // self.seconds * self.seconds
        return range(last - (self.periods - 1) * self.seconds, last + 1, self.seconds)
