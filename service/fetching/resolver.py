"""Names to addresses, by the system."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

# The event loop's own threads are few: a few names whose servers do not answer would hold up all others.
_THREADS = 64


class Resolver:
    """Asks the system, each time in a thread of its own.

    Python does not wait for these when it ends, as it does for those of an executor.
    """

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(_THREADS)

    async def __call__(self, host: str, port: int) -> list[str]:
        """Find the addresses of a host, best first. Raises `OSError` or `UnicodeError` if there are none."""
        await self._room.acquire()
        found = asyncio.get_running_loop().create_future()
        try:
            Thread(target=self._ask, args=(found, host, port), name="resolver", daemon=True).start()
        except RuntimeError:  # there can be no more threads
            self._room.release()
            raise
        return [str(address[0]) for *_, address in await found]

    def _ask(self, found: asyncio.Future[Any], host: str, port: int) -> None:
        try:
            tell = partial(found.set_result, socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception as error:  # noqa: BLE001 -- it is raised where the answer is awaited
            tell = partial(found.set_exception, error)
        with suppress(RuntimeError):  # the loop has been closed
            found.get_loop().call_soon_threadsafe(self._end, found, tell)

    def _end(self, found: asyncio.Future[Any], tell: Callable[[], None]) -> None:
        self._room.release()
        if not found.cancelled():  # the caller may have given up
            tell()
