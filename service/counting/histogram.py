"""Latencies in fixed buckets, each bound twice the one before; the same serve for pages and for queues."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Number of buckets. The n-th, from 0, holds latencies of at most 2^n ms; the last, all above 9 hours.
BUCKETS = 27

#: The name that holds the sum of all, in microseconds; those of the buckets are their numbers.
SUM = "sum"


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
    milliseconds = max(1, -int(-seconds * 1000 // 1))
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
