"""The history of a domain's paths in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.evidence.pathhistory import faded_sums
from urltree.models import OPENINGS, PATH_SUMS, PathHistory
from urltree.store.base import MAX_PATHS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from urltree.models import PagePaths

    Sums = NDArray[np.floating]

#: The place of all paths that no document had; its last document is 0, before all others, its sums are 0.
_UNKNOWN = 0


class PathTable:
    """Path -> sums over its documents as of the last one, and the openings of that one."""

    __slots__ = ("_last", "_openings", "_places", "_sums")

    def __init__(self) -> None:
        self._places: dict[int, int] = {}
        self._last = np.zeros(1, np.int64)
        self._sums = np.zeros((1, len(PATH_SUMS)), np.float32)
        self._openings = np.zeros((1, OPENINGS), np.uint16)

    def read(self, hashes: NDArray[np.uint64], number: int, first: int) -> PathHistory:
        """Return the history of m paths as of document `number`; zeros for paths last seen before `first`."""
        get = self._places.get
        places = np.array([get(each, _UNKNOWN) for each in hashes.tolist()], np.intp)
        last = self._last[places]
        is_kept = (last >= first)[:, None]
        sums = faded_sums(self._sums[places], number - last) * is_kept
        return PathHistory(sums.astype(np.float32), self._openings[places] * is_kept)

    def add(self, paths: PagePaths, before: PathHistory, sums: Sums, number: int) -> None:
        """Store the history of a document's paths: its sums (m, ...) added to those read `before`."""
        known = self._places
        numbers = [known.setdefault(each, len(known) + 1) for each in paths.hashes.tolist()]
        places = np.array(numbers, np.intp)
        self._reach(len(known) + 1)
        self._sums[places] = before.sums + sums
        self._openings[places] = paths.openings
        self._last[places] = number
        if len(self._places) > MAX_PATHS:
            self._shed()

    def _reach(self, size: int) -> None:
        if size > len(self._last):
            size += size // 4
            self._last.resize(size, refcheck=False)  # no view of these is ever kept
            self._sums.resize((size, len(PATH_SUMS)), refcheck=False)
            self._openings.resize((size, OPENINGS), refcheck=False)

    def _shed(self) -> None:
        """Keep the paths of the latest documents."""
        latest = sorted(self._places, key=lambda each: (-self._last[self._places[each]], each))
        kept = latest[: MAX_PATHS // 2]
        places = [_UNKNOWN, *(self._places[each] for each in kept)]
        self._places = {each: place for place, each in enumerate(kept, 1)}
        self._last, self._sums = self._last[places], self._sums[places]
        self._openings = self._openings[places]
