"""Turns at Redis, for those who read much.

Were there none, hundreds of them would take all connections, and everything else would find none.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from redis import RedisError
from redis import TimeoutError as NoAnswerError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


class Turns:
    """Lets in a number at a time; the others wait."""

    def __init__(self, number: int) -> None:
        self._free = asyncio.Semaphore(number)
        #: How many turns have failed.
        self._failures = 0

    @asynccontextmanager
    async def take(self) -> AsyncIterator[None]:
        """Wait for our turn, or fail with those before us: each would wait as long for no answer."""
        failures = self._failures
        async with self._free:
            if failures != self._failures:
                raise NoAnswerError("it did not answer the requests before this one")
            try:
                yield
            except RedisError:
                self._failures += 1
                raise
