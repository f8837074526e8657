"""The history of a domain's paths in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.models import OPENINGS, PATH_SUMS, PathHistory
from urltree.store.base import HALF_LIFE, MAX_PATHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from urltree.models import PagePaths

    Sums = NDArray[np.floating]


class PathTable:
    """Path -> sums over its documents, as they stood at the last of these, and the openings of this one."""

    __slots__ = ("_last", "_openings", "_places", "_sums")

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._last = np.zeros(0, np.int64)
        self._sums = np.zeros((0, len(PATH_SUMS)), np.float32)
        self._openings = np.zeros((0, OPENINGS), np.uint16)

    def read(self, hashes: NDArray[np.uint64], number: int, first: int) -> PathHistory:
        """Tell of m paths as of a document; of those without one from `first` on, zeros."""
        found = PathHistory(
            np.zeros((len(hashes), len(PATH_SUMS)), np.float32), np.zeros((len(hashes), OPENINGS), np.uint16)
        )
        places = self._places
        known = [(row, places[each]) for row, each in enumerate(hashes.tolist()) if each in places]
        if known:
            rows, at = np.array(known).T
            is_kept = (self._last[at] >= first)[:, None]
            found.sums[rows] = faded_sums(self._sums[at], number - self._last[at]) * is_kept
            found.openings[rows] = self._openings[at] * is_kept
        return found

    def add(self, paths: PagePaths, before: PathHistory, sums: Sums, number: int) -> None:
        """Add the sums (m, ...) of a document to those read `before`."""
        hashes = paths.hashes
        places = [self._places.setdefault(each, len(self._places)) for each in hashes.tolist()]
        self._reach(len(self._places))
        self._sums[places] = before.sums + sums
        self._openings[places] = paths.openings
        self._last[places] = number
        if len(self._places) > MAX_PATHS:
            self._shed()

    def _reach(self, size: int) -> None:
        missing = size - len(self._last)
        if missing > 0:
            more = missing + size // 4
            self._last = np.pad(self._last, (0, more))
            self._sums = np.pad(self._sums, ((0, more), (0, 0)))
            self._openings = np.pad(self._openings, ((0, more), (0, 0)))

    def _shed(self) -> None:
        """Keep the paths of the latest documents."""
        latest = sorted(self._places, key=lambda each: (-self._last[self._places[each]], each))
        kept = latest[: MAX_PATHS // 2]
        places = [self._places[each] for each in kept]
        self._places = {each: place for place, each in enumerate(kept)}
        self._last, self._sums = self._last[places], self._sums[places]
        self._openings = self._openings[places]


def faded_sums(sums: Sums, documents: NDArray[np.integer]) -> Sums:
    """Give sums (m, ...) as they are so many documents (m,) later."""
    faded: Sums = sums * (0.5 ** (documents / HALF_LIFE))[:, None]
    return faded
