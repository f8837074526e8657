"""The blocks that only one document holds, packed, because most blocks are never seen again."""

from __future__ import annotations

import numpy as np

#: New entries wait in a dict until they are more than this number and this share of the table.
_FEW, _SHARE = 512, 1 / 12

_GONE = 0


class OnceTable:
    """Block hash -> number (from 1) of the only document that holds it, in 12 bytes."""

    __slots__ = ("_hashes", "_numbers", "_recent")

    def __init__(self) -> None:
        self._hashes = np.empty(0, np.uint64)
        self._numbers = np.empty(0, np.uint32)
        self._recent: dict[int, int] = {}

    def find(self, hashes: list[int], first: int) -> dict[int, int]:
        """Return the numbers of those blocks that are in the table with a number of at least `first`."""
        found = {each: self._recent[each] for each in hashes if each in self._recent}
        if self._hashes.size:
            wanted = np.array([each for each in hashes if each not in found], np.uint64)
            places = np.minimum(self._hashes.searchsorted(wanted), self._hashes.size - 1)
            hit = self._hashes[places] == wanted
            found |= zip(wanted[hit].tolist(), self._numbers[places[hit]].tolist(), strict=True)
        return {each: number for each, number in found.items() if number >= first}

    def add(self, hashes: list[int], number: int, first: int) -> None:
        """Add blocks that `find` did not find; entries with a number before `first` may be dropped."""
        self._recent.update(dict.fromkeys(hashes, number))
        if len(self._recent) > max(_FEW, _SHARE * self._hashes.size):
            self._merge(first)

    def remove(self, hashes: list[int]) -> None:
        """Remove blocks that `find` found: now that more documents hold them, they would only take memory."""
        for each in hashes:
            if self._recent.pop(each, None) is None:
                self._numbers[self._hashes.searchsorted(np.uint64(each))] = _GONE

    def _merge(self, first: int) -> None:
        hashes = np.concatenate([self._hashes, np.fromiter(self._recent, np.uint64)])
        numbers = np.concatenate([self._numbers, np.fromiter(self._recent.values(), np.uint32)])
        alive = numbers >= first
        order = hashes[alive].argsort(kind="stable")
        self._hashes, self._numbers = hashes[alive][order], numbers[alive][order]
        self._recent.clear()
