"""Tasks and their end."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

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


async def pause(stopping: asyncio.Event, seconds: float) -> None:
    """Wait, but not once `stopping` is set."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)


@asynccontextmanager
async def running(act: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Act for as long as the context lasts: `act` ends soon after its event is set."""
    # An event, for redis-py may make an error of its own of a cancellation.
    stopping = asyncio.Event()
    task = asyncio.create_task(act(stopping))
    try:
        yield
    finally:
        stopping.set()
        await task
