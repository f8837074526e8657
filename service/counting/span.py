"""The spans of time that are told, each in periods."""

from __future__ import annotations

from enum import Enum


class Span(Enum):
    """So much of the past, in periods of so many seconds."""

    HOUR = (60, 60)
    DAY = (96, 900)
    FORTNIGHT = (336, 3_600)

    def __init__(self, periods: int, seconds: int) -> None:
        self.periods = periods
        #: Of a period.
        self.seconds = seconds

    def starts(self, now: float) -> range:
        """Give the times at which its periods begin, in seconds since the epoch; `now` is in the last."""
        last = int(now) // self.seconds * self.seconds
        return range(last - (self.periods - 1) * self.seconds, last + 1, self.seconds)
