"""The sample site on a socket: a proxy that answers for it, so that the service can read its feeds."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from http import HTTPStatus
from socket import create_server
from typing import TYPE_CHECKING

import httpx

from service.demo.site import ADDRESS, latest, top_stories
from service.replay.answer import Answer, line
from service.replay.feeds import Item, write_atom, write_rss
from service.replay.server import serve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from anyio.from_thread import BlockingPortal

    from service.demo.site import Delivery, Entry
    from service.replay.answer import Request

HOST = "127.0.0.1"

#: The feeds of the site.
RSS, ATOM = f"{ADDRESS}/latest.rss", f"{ADDRESS}/top-stories.atom"

#: Seconds that a service may take to read both.
_PATIENCE = 30.0

#: Seconds between two looks at how far it is.
_PAUSE = 0.5


class Newsstand:
    """Answers for a site on which these pages are out, and those that were updated in their last version."""

    def __init__(self, out: Sequence[Delivery]) -> None:
        self._files = {
            **{_path(each.url): (each.html.encode(), "text/html") for each in out},
            _path(RSS): (
                write_rss("The Harbour Post: latest", ADDRESS, _listed(latest(), out), RSS),
                "application/rss+xml",
            ),
            _path(ATOM): (
                write_atom("The Harbour Post: top stories", ADDRESS, _listed(top_stories(), out), ATOM),
                "application/atom+xml",
            ),
        }

    def answer(self, request: Request) -> Answer:
        """Answer a request; there is one site, so its host does not matter."""
        found = self._files.get(_path(request.target))
        if found is None:
            return line(HTTPStatus.NOT_FOUND, f"{request.target} is not on this site")
        body, media_type = found
        return Answer(HTTPStatus.OK, body, {"Content-Type": f"{media_type}; charset=utf-8"})


def _listed(entries: Sequence[Entry], out: Sequence[Delivery]) -> list[Item]:
    """List the entries of pages that are out, latest first, the first of now: else a feed would be silent."""
    urls = {each.url for each in out}
    listed = sorted((each for each in entries if each.url in urls), key=lambda each: each.time, reverse=True)
    since = time.time() - listed[0].time.timestamp()
    return [
        Item(each.url, each.article.title, each.article.standfirst, each.time.timestamp() + since)
        for each in listed
    ]


def _path(url: str) -> str:
    return httpx.URL(url).path


@contextmanager
def opened(newsstand: Newsstand, portal: BlockingPortal) -> Iterator[str]:
    """Serve in the portal's event loop; yield the URL of the proxy."""
    stopping = asyncio.Event()
    with create_server((HOST, 0)) as listener:
        serving = portal.start_task_soon(serve, newsstand.answer, listener, stopping)
        try:
            yield f"http://{HOST}:{listener.getsockname()[1]}"
        finally:
            portal.call(stopping.set)
            serving.result()


def subscribe(service: httpx.Client) -> int:
    """Subscribe to both feeds; return how many documents are in the stream once all items are done."""
    for url in (RSS, ATOM):
        service.post("/feeds", json={"url": url, "labels": ["demo"]}).raise_for_status()
    deadline = time.monotonic() + _PATIENCE
    # In this order: before the first document an empty queue means that nothing has been read.
    while time.monotonic() < deadline and not (_documents(service) and _is_idle(service)):
        time.sleep(_PAUSE)
    return _documents(service)


def _documents(service: httpx.Client) -> int:
    found = service.get("/documents", params={"limit": 1000}).raise_for_status()
    return len(found.text.splitlines())


def _is_idle(service: httpx.Client) -> bool:
    return not service.get("/queue").raise_for_status().json()["waiting"]
