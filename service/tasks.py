"""The end of tasks."""

from __future__ import annotations

import asyncio
from typing import Any

#: Seconds after which a task that has not ended is cancelled again.
_PATIENCE = 0.1


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks and wait until they have ended, whatever they end with.

    Once may not do: `asyncio.wait_for` of Python 3.11, which redis-py sends with, can swallow a cancellation.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=_PATIENCE)
