"""Readers of server-sent events, many at once, on raw sockets, so that they take little of the cores."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

_ID = re.compile(rb"^id: ((\d+)-\d+)$", re.MULTILINE)

#: Bytes read at once, and bytes that are kept in case an id is cut.
_READ, _TAIL = 2**18, 64


class Listener:
    """One reader; it notes when each document came."""

    def __init__(self) -> None:
        #: Position -> seconds since the epoch.
        self.came: dict[bytes, float] = {}

    async def read(self, reader: asyncio.StreamReader) -> None:
        """Read to the end."""
        tail = b""
        while data := await reader.read(_READ):
            now, tail = time.time(), tail + data
            for found in _ID.finditer(tail):
                self.came.setdefault(found[1], now)
            tail = tail[-_TAIL:]

    def delays(self) -> list[float]:
        """Return the seconds from the publication of each document to its arrival here."""
        return [now - int(position.partition(b"-")[0]) / 1e3 for position, now in self.came.items()]


@asynccontextmanager
async def listening(url: str, number: int) -> AsyncIterator[list[Listener]]:
    """Listen to the stream with so many readers, from now on."""
    address = urlsplit(url)
    listeners = [Listener() for _ in range(number)]
    connections = [await _connect(address.hostname, address.port) for _ in listeners]
    tasks = [
        asyncio.create_task(listener.read(reader))
        for listener, (reader, _) in zip(listeners, connections, strict=True)
    ]
    try:
        yield listeners
    finally:
        for _, writer in connections:
            writer.close()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _connect(host: str | None, port: int | None) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(host, port, limit=_READ)
    writer.write(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer
