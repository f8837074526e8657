"""The index of all domains by template fingerprint, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.store.base import FILED_AGE, MAX_FILED

if TYPE_CHECKING:
    from urltree.models import FingerprintHolder


class Filed:
    """Half of a fingerprint -> who holds such fingerprints."""

    __slots__ = ("_halves",)

    def __init__(self) -> None:
        #: Half -> holder -> when it was last filed; halves are in the order of their last filing.
        self._halves: dict[bytes, dict[FingerprintHolder, float]] = {}

    def file(self, half: bytes, holder: FingerprintHolder, now: float) -> None:
        """See `Store.file`."""
        times = self._halves.pop(half, {})
        times[holder] = max(now, times.get(holder, now))
        if len(times) > MAX_FILED:
            del times[_latest_first(times)[-1]]
        self._halves[half] = times
        self._drop(now - FILED_AGE)

    def filed(self, half: bytes, now: float) -> list[FingerprintHolder]:
        """See `Store.filed`."""
        times = self._halves.get(half, {})
        return _latest_first({each: time for each, time in times.items() if time >= now - FILED_AGE})

    def _drop(self, before: float) -> None:
        """Drop the halves under which nothing was filed for too long."""
        while max(self._halves[first := next(iter(self._halves))].values()) < before:
            del self._halves[first]


def _latest_first(times: dict[FingerprintHolder, float]) -> list[FingerprintHolder]:
    return sorted(times, key=lambda each: (times[each], each.domain.encode(), each.fingerprint), reverse=True)
