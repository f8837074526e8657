"""Tasks and their end."""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

_logger = logging.getLogger(__name__)

#: Seconds after which a task that has not ended is cancelled again.
_PATIENCE = 0.1

#: Seconds to wait before restarting what an error of ours has ended.
_RESTART_SECONDS = 1.0


async def cancel(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks and wait until they have ended, whatever they end with.

    Once may not suffice: `asyncio.wait_for` of Python 3.11, which redis-py uses, can swallow a cancellation.
    """
    while pending := [task for task in tasks if not task.done()]:
        for task in pending:
            task.cancel()
        await asyncio.wait(pending, timeout=_PATIENCE)


def stopped_by_signals() -> asyncio.Event:
    """Return an event that Ctrl-C and SIGTERM set; call it in the event loop of the main thread."""
    stopping = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopping.set)
    return stopping


async def pause(stopping: asyncio.Event, seconds: float) -> None:
    """Wait for some seconds, or until `stopping` is set."""
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)


async def restarting(
    act: Callable[[], Coroutine[Any, Any, None]], stopping: asyncio.Event | None = None
) -> None:
    """Act, and act again whenever an error ends it: a task that nobody awaits would end without notice."""
    stopping = stopping or asyncio.Event()
    while True:
        try:
            return await act()
        except Exception:
            _logger.exception("an internal error ended a task, which is started again")
        await pause(stopping, _RESTART_SECONDS)
        if stopping.is_set():
            break


@asynccontextmanager
async def running(*acts: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    """Act for as long as the context lasts, whatever goes wrong; each act must end once its event is set.

    All are told to end at once, because each may have to wait for a store that hangs.
    """
    # An event rather than a cancellation, which redis-py may turn into an error of its own.
    stopping = asyncio.Event()
    tasks = [asyncio.create_task(restarting(partial(act, stopping), stopping)) for act in acts]
    try:
        yield
    finally:
        stopping.set()
        await asyncio.gather(*tasks)
