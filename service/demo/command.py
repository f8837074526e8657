"""``make demo``: a service of its own learns the sample site, while the terminal shows how it does."""

from __future__ import annotations

import signal
import threading
from collections import Counter
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_server
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated
from urllib.parse import quote, urlsplit

import httpx
import typer
import uvicorn
from anyio.from_thread import start_blocking_portal
from rich.console import Console

from service.app import create_app
from service.demo.live import print_lines, watch
from service.demo.newsstand import HOST, Newsstand, opened, subscribe
from service.demo.outcome import HEURISTIC, extract_all
from service.demo.site import deliveries
from service.parts import parts_of
from service.settings.settings import Settings
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from socket import socket

    from service.demo.outcome import Outcome
    from service.demo.site import Delivery

#: Requests a second to the sample site: it is ours, and nobody wants to wait.
RATE = 20.0

#: Seconds that requests in progress have to end when it is stopped.
_GRACE = 1

#: Seconds that each page stays on a terminal.
PAUSE = 0.35


def demo(
    *,
    once: Annotated[
        bool, typer.Option("--once", help="Do not pause, and end when everything is shown.")
    ] = False,
    port: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=65_535, help="Port to listen on; if it is taken, another."),
    ] = 8000,
) -> None:
    """Feed a sample news site through a service of its own, see its text get cleaner, and read its feeds."""
    library("rapidfuzz", "demo")
    # SIGTERM then ends the demo as Ctrl-C does, by an exception, so that nothing of it stays behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with (
        suppress(KeyboardInterrupt),
        TemporaryDirectory(prefix="urltree-demo-") as folder,
        _service(Path(folder), port) as endpoint,
    ):
        _show(endpoint, Path(folder), pause=0 if once else PAUSE)
        if once:
            typer.echo("\nThe service ends here; without --once it keeps running.")
        else:
            typer.echo("\nCtrl-C ends the service.")
            threading.Event().wait()


def _show(endpoint: str, folder: Path, pause: float) -> None:
    console = Console(highlight=False)
    *fed, unseen = deliveries()
    with httpx.Client(base_url=endpoint, timeout=30, trust_env=False) as service:
        outcomes = extract_all(service, fed)
        seen = watch(console, outcomes, pause) if console.is_terminal else print_lines(console, outcomes)
        console.print(summary(seen), soft_wrap=True)
        console.print(subscription(subscribe(service)), soft_wrap=True)
    console.print(invitation(endpoint, unseen, folder), markup=False, soft_wrap=True)


def summary(seen: Sequence[Outcome]) -> str:
    """Count the pages and say how the text has got cleaner."""
    counts = Counter(outcome.status for outcome in seen)
    first, last = seen[0].f1, fmean(outcome.f1 for outcome in seen[-10:])
    return (
        f"\n{len(seen)} pages: {counts['new']} new, {counts['duplicate']} duplicates, "
        f"{counts['revision']} revision.\n"
        f"F1 of the first page {first:.3f}, of the last ten {last:.3f}, by counting alone ({HEURISTIC}).\n"
        "If a request names no heuristic, auto is used, which also sees what text looks like."
    )


def subscription(documents: int) -> str:
    """Say what came of the subscriptions."""
    return (
        "\nThe service now reads the two feeds of the site by itself: "
        f"{documents} articles are in its stream, each of them once."
    )


def invitation(endpoint: str, unseen: Delivery, folder: Path) -> str:
    """Write down a page that the service has not seen and say how to send it."""
    page = folder / "unseen.html"
    page.write_text(unseen.html, "utf-8")
    target = f"{endpoint}/extract?url={quote(unseen.url, safe='')}"
    learnt = f"{endpoint}/dashboard/sites/{urlsplit(unseen.url).hostname}"
    return (
        f"\nIn a browser    {endpoint}/\nWhat it learnt  {learnt}\n"
        f"What it read    {endpoint}/dashboard/stream\nIts OpenAPI     {endpoint}/docs\n"
        "A page that it has not seen yet:\n"
        f"curl -s '{target}' -H 'Content-Type: text/html' -H 'Accept: text/plain' --data-binary @{page}"
    )


@contextmanager
def _service(folder: Path, port: int) -> Iterator[str]:
    """Serve in a thread, on a store of its own in this folder; yield the endpoint."""
    with (
        _listen(port) as listener,
        start_blocking_portal() as portal,
        opened(Newsstand(deliveries()[:-1]), portal) as proxy,
    ):
        app = create_app(Settings(redis_url=None, data=folder, proxy=proxy, host_rate=RATE))
        # Run outside the server, so that the caller gets errors of the lifespan.
        with portal.wrap_async_context_manager(app.router.lifespan_context(app)):
            server = uvicorn.Server(
                uvicorn.Config(app, lifespan="off", log_level="warning", timeout_graceful_shutdown=_GRACE)
            )
            serving = portal.start_task_soon(server.serve, [listener])
            try:
                yield f"http://{HOST}:{listener.getsockname()[1]}"
            finally:
                portal.call(parts_of(app).live.end)  # or their readers would be waited for
                server.should_exit = True
                serving.result()


def _listen(port: int) -> socket:
    try:
        return create_server((HOST, port))
    except OSError:
        return create_server((HOST, 0))
