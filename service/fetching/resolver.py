"""Names to addresses, by the system."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial

# The event loop's own threads are few: a few names whose servers do not answer would hold up all others.
_THREADS = 64


class Resolver:
    """Asks the system, in threads of its own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, "resolver")

    async def __call__(self, host: str, port: int) -> list[str]:
        """Find the addresses of a host, best first. Raises `OSError` or `UnicodeError` if there are none."""
        ask = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, ask)
        return [str(address[0]) for *_, address in found]

    def close(self) -> None:
        """End the threads, without waiting for names that are being resolved."""
        self._threads.shutdown(wait=False, cancel_futures=True)
