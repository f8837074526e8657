"""A batch: lines in, their answers out in the same order, both as streams."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from service.body import read_lines, too_large
from service.work import Job, Reply, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from service.pool import Pool

#: Answers that wait for a client that sends but does not read; then no more is read of it.
WAITING = 1_000


class Batch(Response):
    """The answers to a batch, each sent as soon as those before it are.

    Starlette's own streaming response listens for the client's end and so would take the body's chunks.
    """

    media_type = "application/x-ndjson"

    def __init__(
        self, request: Request, query: Mapping[str, Any], pool: Pool, *, width: int, limit: int
    ) -> None:
        """Answer the lines of `request`, `width` at a time, none over `limit` bytes."""
        super().__init__()
        del self.headers["content-length"]
        self._request = request
        self._query = query
        self._pool = pool
        self._width = width
        self._limit = limit

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Read and answer, side by side."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        waiting = asyncio.Queue[asyncio.Task[Reply] | None](WAITING)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read(tasks, waiting))
            while (task := await waiting.get()) is not None:
                reply = await task
                await send({"type": "http.response.body", "body": reply.body + b"\n", "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def _read(
        self, tasks: asyncio.TaskGroup, waiting: asyncio.Queue[asyncio.Task[Reply] | None]
    ) -> None:
        running = asyncio.Semaphore(self._width)
        number = 0
        with suppress(ClientDisconnect):
            async for line in read_lines(self._request, self._limit):
                number += 1
                if line.strip():
                    await running.acquire()
                    task = tasks.create_task(self._answer(number, line))
                    task.add_done_callback(lambda _: running.release())
                    await waiting.put(task)
        await waiting.put(None)

    async def _answer(self, number: int, line: bytes) -> Reply:
        if len(line) > self._limit:
            return refuse(too_large(self._limit), number)
        return await self._pool.answer(Job(line, is_html=False, query=self._query, line=number))
