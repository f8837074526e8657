"""Rare blocks: which documents hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Block hash -> numbers of the documents that hold it, ascending.
Held = dict[int, tuple[int, ...]]

#: New entries wait in a dict until they are more than this number and this share of the table.
_FEW, _SHARE = 512, 1 / 12

_GONE = 0


class RareBlocks:
    """Block hash -> numbers of the documents that hold it, ascending; numbers before `first` are ignored."""

    __slots__ = ("_lists", "_once", "_swept")

    def __init__(self) -> None:
        self._once = _OnceTable()
        self._lists: Held = {}
        self._swept = 0

    def find(self, hashes: list[int], first: int) -> Held:
        """Return the documents from `first` on that hold each block; blocks that none holds are left out."""
        found: Held = {}
        for each in filter(self._lists.__contains__, hashes):
            numbers = self._lists[each]
            if numbers[0] < first:
                numbers = tuple([alive for alive in numbers if alive >= first])
            if numbers:
                found[each] = numbers
        once = self._once.find([each for each in hashes if each not in found], first)
        return found | {each: (number,) for each, number in once.items()}

    def add(self, new: list[int], longer: Held, number: int, first: int) -> None:
        """Add a document: to `new` blocks, which `find` has not found, and at the end of `longer` lists."""
        self._once.remove([each for each in longer if each not in self._lists])
        self._lists.update(longer)
        self._once.add(new, number, first)

    def remove(self, hashes: Iterable[int]) -> None:
        """Remove blocks that more than one document holds."""
        for each in hashes:
            del self._lists[each]

    def sweep(self, first: int, kept: int) -> None:
        """Drop lists without kept documents, if more were dropped since the last such sweep than are kept."""
        if first - self._swept > kept:
            self._lists = {each: numbers for each, numbers in self._lists.items() if numbers[-1] >= first}
            self._swept = first


class _OnceTable:
    """Block hash -> number (from 1) of the only document that holds it, in 12 bytes: most come only once."""

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
