"""How the server of `urltree serve` starts and stops."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import uvicorn
from fastapi import FastAPI

from service import server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


async def test_signal_ends_a_start_that_swallows_cancellations() -> None:
    undone = []

    @asynccontextmanager
    async def stubborn(_: FastAPI) -> AsyncIterator[None]:
        try:
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
            for _ in range(2):
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(60)
            await asyncio.sleep(60)
            yield
        finally:
            undone.append(True)

    app = FastAPI(lifespan=stubborn)
    with socket.socket() as listener:
        await asyncio.wait_for(server._serve(app, uvicorn.Config(app), listener), 10)  # noqa: SLF001
    assert undone == [True]


async def test_error_of_the_start_is_raised() -> None:
    @asynccontextmanager
    async def broken(_: FastAPI) -> AsyncIterator[None]:
        raise OSError("no room")
        yield

    app = FastAPI(lifespan=broken)
    with socket.socket() as listener:
        served = await asyncio.gather(
            server._serve(app, uvicorn.Config(app), listener),  # noqa: SLF001
            return_exceptions=True,
        )
    assert str(served) == "[OSError('no room')]"
