"""Waiting for what only shows when one looks."""

from __future__ import annotations

import asyncio
import time
from inspect import isawaitable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


async def until(is_so: Callable[[], object]) -> None:
    """Look again and again, for up to a minute; `is_so` may be asynchronous."""
    async with asyncio.timeout(60):
        while True:
            answer = is_so()
            if await answer if isawaitable(answer) else answer:
                return
            await asyncio.sleep(0.01)


def soon(look: Callable[[], T]) -> T:
    """Look again and again, for up to a minute, until there is something to see; return that."""
    deadline = time.monotonic() + 60
    while not (seen := look()):
        if time.monotonic() > deadline:
            raise TimeoutError
        time.sleep(0.01)
    return seen
