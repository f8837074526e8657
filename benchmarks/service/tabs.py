"""Tabs of the dashboard without a browser: each loads a page, holds its socket and takes what is pushed."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import uuid4

import httpx
from socketio import AsyncClient

from service.dashboard.layout import PREFIX

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

#: Pages that are open, one after another.
_PAGES = ("/", "/sites", "/stream", "/feeds", "/queue")

_CLIENT = re.compile(r"'client_id': '([^']+)'")

#: Seconds between two acknowledgements, as the pages' own script sends them.
_ACKNOWLEDGE = 3.0


class Tab:
    """A page that is open."""

    def __init__(self, client: str) -> None:
        self._client = client
        self._socket = AsyncClient()
        self._socket.on("*", self._take)
        #: Messages that were pushed so far.
        self.messages = 0

    @asynccontextmanager
    async def connected(self, url: str) -> AsyncIterator[Tab]:
        """Hold the socket open."""
        query = {"client_id": self._client, "tab_id": uuid4(), "document_id": uuid4(), "next_message_id": 0}
        await self._socket.connect(
            f"{url}?{urlencode(query | {'implicit_handshake': 'true'})}",
            transports=["websocket"],
            socketio_path=f"{PREFIX}/_nicegui_ws/socket.io",
        )
        acknowledging = asyncio.create_task(self._acknowledge())
        try:
            yield self
        finally:
            acknowledging.cancel()
            await self._socket.disconnect()

    async def _take(self, _event: str, message: dict[str, Any]) -> None:
        self.messages = message["_id"] + 1

    async def _acknowledge(self) -> None:
        while True:
            await asyncio.sleep(_ACKNOWLEDGE)
            await self._socket.emit("ack", {"client_id": self._client, "next_message_id": self.messages})


@asynccontextmanager
async def tabs(url: str, number: int) -> AsyncIterator[list[Tab]]:
    """Keep so many tabs open."""
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(httpx.AsyncClient(timeout=30, trust_env=False))
        pages = [await client.get(f"{url}{PREFIX}{page}") for page in islice(cycle(_PAGES), number)]
        opened = [Tab(_CLIENT.findall(page.text)[0]) for page in pages]
        yield [await stack.enter_async_context(tab.connected(url)) for tab in opened]
