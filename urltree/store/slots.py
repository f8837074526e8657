"""Common blocks: their slots, and the counters of the slots at a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Shape (n,): places of counters.
Slots = NDArray[np.uint32]


class SlotTable:
    """Common block -> slot; slots are given again once they are free."""

    __slots__ = ("_free", "_hashes", "_slots", "texts")

    def __init__(self) -> None:
        self._slots: dict[int, int] = {}
        self._hashes: list[int] = []
        self._free: list[int] = []
        self.texts: dict[int, str] = {}

    def __contains__(self, block: int) -> bool:
        return block in self._slots

    def __iter__(self) -> Iterator[int]:
        return iter(self._slots)

    def of(self, hashes: Iterable[int]) -> Slots:
        """Give the slots of common blocks."""
        return np.fromiter((self._slots[each] for each in hashes), np.uint32)

    def take(self, block: int) -> None:
        """Give a block a slot."""
        if not self._free:
            self._free.append(len(self._hashes))
            self._hashes.append(block)
        slot = self._free.pop()
        self._slots[block], self._hashes[slot] = slot, block

    def free(self, slots: Iterable[int]) -> None:
        """Take slots back whose blocks no document holds any more."""
        for slot in slots:
            block = self._hashes[slot]
            del self._slots[block]
            self.texts.pop(block, None)
            self._free.append(slot)


class Counters:
    """One counter a slot, in an array that grows; slots never written are 0."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values = np.zeros(0, np.uint32)

    def add(self, slots: Slots) -> None:
        """Count each slot as often as it is given."""
        self._reach(slots)
        np.add.at(self._values, slots, 1)

    def remove(self, slots: Slots) -> None:
        """Undo `add`."""
        np.subtract.at(self._values, slots, 1)

    def read(self, slots: Slots) -> list[int]:
        """Give the counters of the slots."""
        self._reach(slots)
        counts: list[int] = self._values[slots].tolist()
        return counts

    def _reach(self, slots: Slots) -> None:
        size = int(slots.max(initial=0)) + 1
        if size > self._values.size:
            self._values = np.pad(self._values, (0, size + size // 4 - self._values.size))
