"""Rare blocks: which documents hold them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.store.oncetable import OnceTable

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Block hash -> numbers of the documents that hold it, ascending.
Held = dict[int, tuple[int, ...]]


class RareBlocks:
    """Block hash -> numbers of the documents that hold it, ascending; numbers before `first` mean nothing."""

    __slots__ = ("_lists", "_once", "_swept")

    def __init__(self) -> None:
        self._once = OnceTable()
        self._lists: dict[int, tuple[int, ...]] = {}
        self._swept = 0

    def find(self, hashes: list[int], first: int) -> Held:
        """Give the documents from `first` on that hold each block; blocks that none holds are left out."""
        found: Held = {each: (number,) for each, number in self._once.find(hashes, first).items()}
        for each in filter(self._lists.__contains__, hashes):
            if alive := tuple([number for number in self._lists[each] if number >= first]):
                found[each] = alive
        return found

    def add(self, hashes: list[int], held: Held, number: int, first: int) -> None:
        """Add a document to the lists of blocks of which `find` has found `held`."""
        self._once.remove([each for each in hashes if each in held and each not in self._lists])
        self._lists.update({each: (*held[each], number) for each in hashes if each in held})
        self._once.add([each for each in hashes if each not in held], number, first)

    def remove(self, hashes: Iterable[int]) -> None:
        """Take out blocks that more than one document holds."""
        for each in hashes:
            del self._lists[each]

    def sweep(self, first: int, kept: int) -> None:
        """Drop lists that mean nothing, once as many documents have gone as are kept."""
        if first - self._swept > kept:
            self._lists = {each: numbers for each, numbers in self._lists.items() if numbers[-1] >= first}
            self._swept = first
