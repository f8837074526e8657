"""How the server of `urltree serve` starts, and stops while it does."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI

from service import server
from service.settings.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def test_signal_ends_a_start_that_swallows_cancellations(monkeypatch: pytest.MonkeyPatch) -> None:
    undone = []

    @asynccontextmanager
    async def stubborn(_: FastAPI) -> AsyncIterator[None]:
        try:
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), signal.SIGTERM)
            for _ in range(2):
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(5)
            await asyncio.sleep(5)
            yield
        finally:
            undone.append(asyncio.get_running_loop().time())

    monkeypatch.setattr(server, "create_app", lambda _: FastAPI(lifespan=stubborn))
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with socket.socket() as listener, pytest.raises(SystemExit):
            server.run(Settings(), listener)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert len(undone) == 1


def test_error_of_the_start_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    @asynccontextmanager
    async def broken(_: FastAPI) -> AsyncIterator[None]:
        raise OSError("no room")
        yield

    monkeypatch.setattr(server, "create_app", lambda _: FastAPI(lifespan=broken))
    with socket.socket() as listener, pytest.raises(OSError, match="no room"):
        server.run(Settings(), listener)
