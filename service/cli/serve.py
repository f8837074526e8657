"""`urltree serve`: reads the settings and opens the socket, then imports the server and has it run."""

from __future__ import annotations

import signal
import socket
import sys
from pathlib import Path  # noqa: TC003 -- typer reads it
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.options import Record, Workers, folder, option
from service.running.listening import listen
from service.running.process import allow_files
from service.settings.configuration import read_settings, warn_of_unknown_variables
from service.settings.logs import configure_logs
from urltree.extras import library

if TYPE_CHECKING:
    from service.settings.settings import Settings

#: Seconds for which a client may read no byte of its answer.
_STALLED = 60


def serve(
    *,
    host: Annotated[str | None, option("ADDRESS", "Address to listen on. Default: 127.0.0.1.")] = None,
    port: Annotated[str | None, option("N", "Port to listen on; 0 picks a free one. Default: 8000.")] = None,
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
    can much else: urltree config lists all settings. urltree keys decides who may use the service.
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
        # It takes seconds to import, for which neither help nor a refusal has to wait.
        library("service.server", "service").run(settings, listener)


def _listen(settings: Settings) -> socket.socket:
    listener = listen(settings.host, settings.port)
    if sys.platform == "linux":
        # Each connection inherits this; without it, one whose other end stops reading would be kept for ever.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _STALLED * 1000)
    return listener
