"""The periods and the buckets in which the service counts; its Lua scripts count in the same."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from math import ceil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.state.scripts import LuaValue

#: Number of buckets. The n-th, from 0, holds latencies of at most 2^n ms; the last, all above 9 hours.
BUCKETS = 27

#: The name that holds the sum of all, in microseconds; those of the buckets are their numbers.
SUM = "sum"


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


class Stage(StrEnum):
    """What is timed."""

    #: Extracting a page, including the wait for a process that extracts.
    EXTRACT = "extract"
    #: Fetching a page, including the wait for a turn at its host.
    FETCH = "fetch"
    #: From the work queue to the stream of documents.
    STREAM = "stream"


def bucket_of(seconds: float) -> int:
    """Find the bucket of a latency; `statistics.lua` does the same."""
    milliseconds = max(1, ceil(seconds * 1000))
    return min((milliseconds - 1).bit_length(), BUCKETS - 1)


def bound(bucket: int) -> float:
    """Return the longest latency of a bucket, in seconds."""
    return (1 << bucket) / 1000


@dataclass(frozen=True, slots=True)
class Histogram:
    """Latencies of one stage."""

    #: How many are in each bucket.
    buckets: tuple[int, ...]
    #: The sum of all latencies, in seconds.
    sum: float

    @classmethod
    def of(cls, stage: Stage, counts: Mapping[str, int]) -> Histogram:
        """Read the counts of a stage."""
        buckets = tuple(counts.get(f"{stage}:{bucket}", 0) for bucket in range(BUCKETS))
        return cls(buckets, counts.get(f"{stage}:{SUM}", 0) / 1_000_000)

    @property
    def count(self) -> int:
        """The number of latencies."""
        return sum(self.buckets)

    def quantile(self, share: float) -> float | None:
        """Estimate the seconds that `share` of all took at most, as if each bucket were filled evenly.

        None if there are no latencies.
        """
        rank = share * self.count
        below = 0
        for bucket, number in enumerate(self.buckets):
            if number and below + number >= rank:
                start = bound(bucket - 1) if bucket else 0.0
                return start + (bound(bucket) - start) * (rank - below) / number
            below += number
        return None


#: The constants of the scripts that count.
CONSTANTS: dict[str, LuaValue] = {
    # From the seconds of a period to those for which it is kept: one period more than its span shows.
    "PERIODS": {span.seconds: (span.periods + 1) * span.seconds for span in Span},
    "LAST_BUCKET": BUCKETS - 1,
}
