"""Waiting for what only shows when one looks."""

from __future__ import annotations

import asyncio
from inspect import isawaitable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


async def until(is_so: Callable[[], object]) -> None:
    """Look again and again, for up to a minute; `is_so` may be asynchronous."""
    async with asyncio.timeout(60):
        while True:
            answer = is_so()
            if await answer if isawaitable(answer) else answer:
                return
            await asyncio.sleep(0.01)
