"""A value that is read anew once in an interval at most, however many ask for it."""

from __future__ import annotations

import asyncio
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_T = TypeVar("_T")


class Fresh(Generic[_T]):
    """The last result of `read`, unless it is older than `seconds`; those who ask meanwhile share a reading.

    They share its failure, too: if each tried again in turn, they would wait long for a store that hangs.
    """

    def __init__(self, read: Callable[[], Awaitable[_T]], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._reading: asyncio.Future[_T] | None = None
        self._begun = 0.0
        self._forgotten = 0.0

    async def get(self, seconds: float = inf) -> _T:
        """Return the value, read anew if too old or older than `seconds`; raises what `read` raises."""
        if self._reading is None or self._is_stale(self._reading, min(seconds, self._seconds)):
            self._begun = monotonic()
            self._reading = asyncio.ensure_future(self._read())
            # Those who asked may all have gone when it fails, and asyncio would complain that nobody looked.
            self._reading.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
        return await asyncio.shield(self._reading)

    def _is_stale(self, reading: asyncio.Future[_T], seconds: float) -> bool:
        if not reading.done():
            return self._begun <= self._forgotten
        if reading.cancelled() or reading.exception():
            return True
        return self._begun <= max(self._forgotten, monotonic() - seconds)

    def forget(self) -> None:
        """Have the value read anew for the next request, even if it is being read now."""
        self._forgotten = monotonic()
