"""`urltree replay`: opens the socket, reads the sites of a folder, and serves them."""

from __future__ import annotations

import asyncio
from math import inf
from pathlib import Path  # noqa: TC003 -- typer reads it
from typing import TYPE_CHECKING, Annotated

import typer
import uvloop

from service.replay.faults import Faults, read_shares
from service.replay.server import serve
from service.replay.sites import read_sites, total
from service.replay.web import Web
from service.running.listening import listen
from service.running.tasks import stopped_by_signals
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError

if TYPE_CHECKING:
    import socket
    from collections.abc import Sequence

    from service.replay.sites import Site

_HOST = "127.0.0.1"


def replay(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="DIR",
            parser=typed_path,
            help="Streams of pages: .warc and .warc.gz, or else .jsonl, .jsonl.gz and .jsonl.xz.",
        ),
    ],
    *,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65_535, help="Port of the proxy; 0 picks a free one.")
    ] = 8080,
    rate: Annotated[
        float, typer.Option(metavar="NUMBER", help="Pages that appear per second, on all sites together.")
    ] = 1.0,
    faults: Annotated[
        str,
        typer.Option(
            metavar="NAME=SHARE,...",
            help="Share of the pages with each fault: 301, 302 (linked by a redirect); 404, 410 (always); "
            "429, 500, truncated, slow (at the first request only).",
        ),
    ] = "",
    seed: Annotated[
        int, typer.Option(metavar="N", help="Seed that decides which pages have the faults.")
    ] = 0,
) -> None:
    """Serve the pages of a folder as the web sites they came from, with feeds, through an HTTP proxy.

    Pages appear in order of publication, from the first request for any of them on. Sites with https are
    served over http.
    """
    if not 0 < rate < inf:
        raise InputError(f"--rate {rate:g} is out of range; use a number above 0, such as 10")
    wrong = Faults(read_shares(faults), seed)
    with listen(_HOST, port) as listener:
        sites = read_sites(folder, rate)
        web = Web(sites, rate, wrong)
        _announce(listener, sites)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(web, listener))


async def _serve(web: Web, listener: socket.socket) -> None:
    await serve(web.answer, listener, stopped_by_signals())


def _announce(listener: socket.socket, sites: Sequence[Site]) -> None:
    proxy = f"http://{_HOST}:{listener.getsockname()[1]}"
    typer.echo(f"urltree replays {proxy} (sites: {len(sites)}, pages: {total(sites)}). Try:")
    typer.echo(f"  URLTREE_PROXY={proxy} URLTREE_HOST_RATE=1000 urltree serve")
    typer.echo(f"  curl -s {proxy}/feeds.opml | urltree feeds import -")
