"""Rare blocks: which documents hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.store.oncetable import OnceTable

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Block hash -> numbers of the documents that hold it, ascending.
Held = dict[int, tuple[int, ...]]


class RareBlocks:
    """Block hash -> numbers of the documents that hold it, ascending; numbers before `first` are ignored."""

    __slots__ = ("_lists", "_once", "_swept")

    def __init__(self) -> None:
        self._once = OnceTable()
        self._lists: dict[int, tuple[int, ...]] = {}
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
