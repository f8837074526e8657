"""`urltree serve`: reads the settings, opens the socket, makes the application, and serves it."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from pathlib import Path  # noqa: TC003 -- typer reads it
from typing import TYPE_CHECKING, Annotated

import typer
import uvicorn

from service.app import create_app
from service.cli.options import Record, Workers, folder, option
from service.http.timedprotocol import TimedProtocol
from service.parts import parts_of
from service.running.garbage import freeze_loaded_objects
from service.running.openfiles import allow_files
from service.running.tasks import cancel
from service.settings.configuration import read_settings, warn_of_unknown_variables
from service.settings.logs import configure_logs
from urltree.errors import InputError

if TYPE_CHECKING:
    from fastapi import FastAPI

    from service.settings.settings import Settings

#: Seconds that requests in progress have to end when the service is stopped.
_GRACE = 10

#: Seconds for which a client may read no byte of its answer while the service runs, and once it stops.
_STALLED, _STALLED_AT_LAST = 60, 2

#: Connections that may wait to be accepted.
_BACKLOG = 2048


def serve(
    *,
    host: Annotated[str | None, option("ADDRESS", "Address to listen on. Default: 127.0.0.1.")] = None,
    port: Annotated[int | None, option("N", "Port to listen on; 0 picks a free one. Default: 8000.")] = None,
    open_: Annotated[
        bool | None, typer.Option("--open", help="Require no key, whatever the address.")
    ] = None,
    data: Annotated[
        Path | None,
        folder("Folder for the private Valkey's data. Default: urltree in the user's data directory."),
    ] = None,
    redis_url: Annotated[
        str | None,
        option("URL", "Redis or Valkey (redis://, rediss://, unix://) to use instead of the private one."),
    ] = None,
    workers: Workers = None,
    heuristic: Annotated[
        str | None, option("NAME", "Heuristic for requests that name none. Default: auto.")
    ] = None,
    rules: Annotated[
        Path | None,
        folder("Folder of additional normalisation rules, which take precedence over urltree's own."),
    ] = None,
    record: Record = None,
) -> None:
    """Serve extraction over HTTP.

    Each option can also be set as URLTREE_<OPTION>, in the environment, in .env or in urltree.toml, and so
    can much else: urltree config lists all settings. Say who may use the service with urltree keys.
    """
    given = {
        "host": host, "port": port, "open": open_, "data": data, "redis_url": redis_url,
        "workers": workers, "heuristic": heuristic, "rules": rules, "record": record,
    }  # fmt: skip
    settings = read_settings(given)
    configure_logs(settings)
    warn_of_unknown_variables()
    # Exiting by an exception unwinds what was started, whenever the signal comes; while uvicorn serves,
    # it handles signals itself.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: sys.exit(0))
    allow_files()
    with _listen(settings) as listener:
        app = create_app(settings)
        config = _config(app)
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_serve(app, config, listener))


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=TimedProtocol,
        lifespan="off",
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=_GRACE,
    )


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family, backlog=_BACKLOG)
    except OSError as error:
        msg = f"cannot listen on {settings.host} port {settings.port}: {error.strerror}; choose another"
        raise InputError(msg) from error
    if sys.platform == "linux":
        # Each connection inherits this; without it, one whose other end stops reading would be kept for ever.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STALLED * 1000)
    return listener


def _announce(listener: socket.socket, *, needs_key: bool) -> None:
    host, port = listener.getsockname()[:2]
    url = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    typer.echo(f"urltree serves {url} (open it in a browser; its API: {url}/docs). Try:")
    key = ' -H "Authorization: Bearer $KEY"' if needs_key else ""
    typer.echo(
        f"  curl{key} '{url}/extract?url=https://example.com/' -H content-type:text/html -d '<p>Hello, world'"
    )


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
            await asyncio.sleep(_STALLED_AT_LAST)
