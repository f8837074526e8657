"""The server of `urltree serve`: the application on an open socket, and how it stops."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import typer
import uvicorn

from service.app import create_app
from service.http.timedprotocol import TimedProtocol
from service.parts import parts_of
from service.running.process import freeze_loaded_objects
from service.running.tasks import cancel

if TYPE_CHECKING:
    import socket

    from fastapi import FastAPI

    from service.settings.settings import Settings

#: Seconds that requests in progress have to end when the service is stopped.
_GRACE = 10

#: Seconds for which a client may then read no byte of its answer.
_STALLED = 2


def run(settings: Settings, listener: socket.socket) -> None:
    """Serve on this socket until a signal comes. Raises what the lifespan of the application raises.

    A `SystemExit` that a signal raises while the application starts takes back what has started.
    """
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        http=TimedProtocol,
        lifespan="off",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
    )
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        try:
            runner.run(_serve(app, config, listener))
        except SystemExit:
            runner.run(_end_all())  # the runner itself would cancel each task only once
            raise


def _announce(listener: socket.socket, *, needs_key: bool) -> None:
    host, port = listener.getsockname()[:2]
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    typer.echo(f"urltree serves {url} (open it in a browser; its API: {url}/docs). Try:")
    key = ' -H "Authorization: Bearer $KEY"' if needs_key else ""
    typer.echo(
        f"  curl{key} '{url}/extract?url=https://example.com/' -H content-type:text/html -d '<p>Hello, world'"
    )


async def _end_all() -> None:
    this = asyncio.current_task()
    await cancel(*(task for task in asyncio.all_tasks() if task is not this))


async def _serve(app: FastAPI, config: uvicorn.Config, listener: socket.socket) -> None:
    # uvicorn would log an error of the lifespan as a traceback; from here it reaches the user as one line.
    async with app.router.lifespan_context(app):
        freeze_loaded_objects()
        _announce(listener, needs_key=await parts_of(app).gate.needs_key())
        await _Server(config, app).serve(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that, when it stops, waits neither for readers of the stream nor for stalled clients."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._live = parts_of(app).live

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._live.end()
        parting = asyncio.create_task(self._abort_stalled())
        await super().shutdown(sockets)
        await cancel(parting)

    async def _abort_stalled(self) -> None:
        left = dict[asyncio.Transport, int]()
        while True:
            transports = [each.transport for each in self.server_state.connections]
            before, left = left, {each: each.get_write_buffer_size() for each in transports}
            for each, size in left.items():
                if size and size == before.get(each):
                    each.abort()
            await asyncio.sleep(_STALLED)
