"""A value that is read anew once in an interval at most, however many ask for it."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_T = TypeVar("_T")


class Fresh(Generic[_T]):
    """The last result of `read`, unless it is older than `seconds`."""

    def __init__(self, read: Callable[[], Awaitable[_T]], seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._held: tuple[float, _T] | None = None
        self._forgotten = 0.0

    async def get(self) -> _T:
        """Return the value, read anew if it is too old; raises what `read` raises."""
        async with self._lock:
            oldest = max(self._forgotten, monotonic() - self._seconds)
            if self._held is None or self._held[0] < oldest:
                self._held = (monotonic(), await self._read())
            return self._held[1]

    def forget(self) -> None:
        """Have the value read anew for the next request, even if it is being read now."""
        self._forgotten = monotonic()
