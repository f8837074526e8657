"""A batch: lines in, their answers out in the same order, both as streams."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect
from starlette.responses import Response

from service.http.body import read_lines, too_large
from service.pool.work import Job, Reply, refuse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from service.http.room import Room
    from service.pool.work import Answers

#: Lines under way at most, for a client that sends but does not read; then no more of its body is read. Nor
#: is it while these lines and their answers hold more bytes than the longest line may have.
WAITING = 1_000

#: Lines of the greatest length that a batch may hold: one under way, one admitted while there was room, one
#: being read.
LINES = 3


class Batch(Response):
    """The answers to a batch, each sent as soon as those before it are.

    Starlette's own streaming response listens for the client's disconnect, and so would consume the body.
    """

    media_type = "application/x-ndjson"

    def __init__(
        self, request: Request, query: Mapping[str, Any], pool: Answers, room: Room, *, width: int, limit: int
    ) -> None:
        """Answer the lines of `request`, `width` at a time, none over `limit` bytes."""
        super().__init__()
        del self.headers["content-length"]
        self._request = request
        self._query = query
        self._pool = pool
        self._room = room
        self._width = width
        self._limit = limit
        self._held = 0
        self._may_read = asyncio.Event()
        self._may_read.set()

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Read and answer, side by side. Raises `Problem` if there is no room for the batch."""
        with self._room.share() as share:
            share.take(LINES * self._limit)
            await self._run(send)

    async def _run(self, send: Send) -> None:
        waiting = asyncio.Queue[asyncio.Task[Reply] | None](WAITING)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._read(tasks, waiting))
            # Not before: a client that waits for 100 (Continue) would take the head for the final answer.
            task = await waiting.get()
            await send(
                {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
            )
            while task is not None:
                reply = await task
                await send({"type": "http.response.body", "body": reply.body + b"\n", "more_body": True})
                self._hold(-len(reply.body))
                task = await waiting.get()
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
                    await self._may_read.wait()
                    await running.acquire()
                    self._hold(len(line))
                    task = tasks.create_task(self._answer(number, line))
                    task.add_done_callback(lambda _: running.release())
                    await waiting.put(task)
        await waiting.put(None)

    async def _answer(self, number: int, line: bytes) -> Reply:
        if len(line) > self._limit:
            reply = refuse(too_large(self._limit), number)
        else:
            reply = await self._pool(Job(line, is_html=False, query=self._query, line=number))
        self._hold(len(reply.body) - len(line))
        return reply

    def _hold(self, size: int) -> None:
        """Count `size` more bytes as held, or fewer if it is negative."""
        self._held += size
        if self._held > self._limit:
            self._may_read.clear()
        else:
            self._may_read.set()
