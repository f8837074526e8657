"""The time that a fetch may take."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def stopped(clock: asyncio.Timeout) -> Iterator[None]:
    """Stop the clock of a fetch within the context, where it waits for others.

    Raises `TimeoutError` if its time is over.
    """
    if clock.expired():  # and the cancellation was lost on the way, as may happen in anyio and redis-py
        raise TimeoutError
    loop = asyncio.get_running_loop()
    left = clock.when() - loop.time()  # type: ignore[operator]  # it is set
    clock.reschedule(None)
    try:
        yield
    finally:
        clock.reschedule(loop.time() + left)
