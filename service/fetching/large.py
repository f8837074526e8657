"""Large bodies, of which only a few are held at a time: whoever sends many at once could take all memory."""

from __future__ import annotations

import asyncio
from typing import Any

from service.fetching.clock import stopped

#: Bytes from which on a body is large; most pages have a tenth of that.
LARGE = 2**20

#: Large bodies that are held at a time.
MAX_LARGE = 16


class LargeBodies:
    """Lets few tasks receive large bodies. Each counts until it ends, as it may hold its body until then."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(MAX_LARGE)
        self._holders = set[asyncio.Task[Any]]()

    async def enter(self, clock: asyncio.Timeout) -> None:
        """Wait until the current task may receive a large body, and count it; it may come again.

        The wait does not use up the time of its fetch.
        """
        task = asyncio.current_task()
        if task and task not in self._holders:
            with stopped(clock):
                await self._free.acquire()
            self._holders.add(task)
            task.add_done_callback(self._leave)

    def _leave(self, task: asyncio.Task[Any]) -> None:
        self._holders.discard(task)
        self._free.release()
