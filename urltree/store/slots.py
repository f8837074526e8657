"""Common blocks: their slots, and the counters of the slots at a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from urltree.store.base import MAX_COMMON

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Shape (n,): places of counters.
Slots = NDArray[np.uint32]


class SlotTable:
    """Common block -> slot; a slot is assigned again once it is free."""

    __slots__ = ("_free", "_hashes", "slots", "texts")

    def __init__(self) -> None:
        self.slots: dict[int, int] = {}
        self.texts: dict[int, str] = {}
        self._hashes: list[int] = []
        self._free: list[int] = []

    def __len__(self) -> int:
        return len(self._hashes)

    def of(self, hashes: Iterable[int]) -> Slots:
        """Return the slots of common blocks."""
        return np.array(list(map(self.slots.__getitem__, hashes)), np.uint32)

    def take(self, block: int) -> bool:
        """Assign a slot to a block; return whether there was one."""
        if len(self.slots) == MAX_COMMON:
            return False
        if not self._free:
            self._free.append(len(self._hashes))
            self._hashes.append(block)
        slot = self._free.pop()
        self.slots[block], self._hashes[slot] = slot, block
        return True

    def free(self, slots: Iterable[int]) -> None:
        """Free slots whose blocks no document holds any more."""
        for slot in slots:
            block = self._hashes[slot]
            del self.slots[block]
            self.texts.pop(block, None)
            self._free.append(slot)


class Counters:
    """One counter for each slot of a table."""

    __slots__ = ("_table", "_values")

    def __init__(self, table: SlotTable) -> None:
        self._table = table
        self._values = np.zeros(0, np.uint16)

    def add(self, slots: Slots) -> None:
        """Count each of these slots, all different, once more."""
        self._reach()
        self._values[slots] += 1

    def remove(self, slots: Slots) -> None:
        """Undo `add`."""
        self._values[slots] -= 1

    def read(self, slots: Slots) -> list[int]:
        """Return the counters of the slots."""
        self._reach()
        counts: list[int] = self._values[slots].tolist()
        return counts

    def _reach(self) -> None:
        size = len(self._table)
        if size > self._values.size:
            self._values.resize(size + size // 4, refcheck=False)  # no view of it is ever kept
