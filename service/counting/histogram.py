"""Latencies in fixed buckets, each twice as long as the last: one ladder for a page and for a queue."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Buckets; the n-th holds what took at most 2^n ms, the last what took longer than all others hold, 9 hours.
BUCKETS = 27

#: What holds the sum of all, in microseconds, beside the numbers of the buckets.
SUM = "sum"


class Stage(StrEnum):
    """What is timed."""

    #: A page in a process that extracts, with the wait for one.
    EXTRACT = "extract"
    #: A page over the network, with the wait for a turn at its host.
    FETCH = "fetch"
    #: From the work queue to the stream of documents.
    STREAM = "stream"


def bucket_of(seconds: float) -> int:
    """Find the bucket of a latency; `statistics.lua` does the same."""
    milliseconds = max(1, -int(-seconds * 1000 // 1))
    return min((milliseconds - 1).bit_length(), BUCKETS - 1)


def bound(bucket: int) -> float:
    """Give the longest latency of a bucket, in seconds."""
    return (1 << bucket) / 1000


@dataclass(frozen=True, slots=True)
class Histogram:
    """Latencies of one stage."""

    #: How many are in each bucket.
    buckets: tuple[int, ...]
    #: Seconds of all together.
    sum: float

    @classmethod
    def of(cls, stage: Stage, counts: Mapping[str, int]) -> Histogram:
        """Read the counts of a stage."""
        buckets = tuple(counts.get(f"{stage}:{bucket}", 0) for bucket in range(BUCKETS))
        return cls(buckets, counts.get(f"{stage}:{SUM}", 0) / 1_000_000)

    @property
    def count(self) -> int:
        """How many there were."""
        return sum(self.buckets)

    def quantile(self, share: float) -> float | None:
        """Estimate the seconds that this share of all took at most, as if each bucket were filled evenly.

        None if there were none.
        """
        rank = share * self.count
        below = 0
        for bucket, number in enumerate(self.buckets):
            if number and below + number >= rank:
                start = bound(bucket - 1) if bucket else 0.0
                return start + (bound(bucket) - start) * (rank - below) / number
            below += number
        return None
