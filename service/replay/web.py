"""The replayed web: requests in, answers out.

GET http://host/feed.rss ──► host ──► what has appeared by now ──► fault? ──► answer
GET /pages               ──► the state of the replay
"""

from __future__ import annotations

import json
import time
from http import HTTPStatus
from typing import TYPE_CHECKING

import httpx

from service.feeds.opml import Outline, write_opml
from service.replay.answer import Answer, line
from service.replay.feeds import FORMATS
from service.replay.host import Host, Moment
from service.replay.sites import total

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from service.replay.answer import Request
    from service.replay.faults import Faults
    from service.replay.sites import Site


class Web:
    """Sites whose pages appear at `rate` a second in all, starting with the first request to any of them."""

    def __init__(
        self, sites: Sequence[Site], rate: float, faults: Faults, clock: Callable[[], float] = time.time
    ) -> None:
        share = rate / total(sites)
        self._hosts = {site.host: Host(site, share * len(site.pages), faults) for site in sites}
        self._clock = clock
        self._start: float | None = None

    def answer(self, request: Request) -> Answer:
        """Answer a request."""
        if request.method == "CONNECT":
            return line(HTTPStatus.BAD_GATEWAY, f"{request.target}: only http is replayed; use http://")
        if request.method not in {"GET", "HEAD"}:
            return line(HTTPStatus.METHOD_NOT_ALLOWED, f"{request.method}: use GET", {"Allow": "GET, HEAD"})
        if request.target.startswith("/"):
            return _status(request.target, self._hosts.values(), self._moment())
        return self._of_host(request)

    def _of_host(self, request: Request) -> Answer:
        try:
            url = httpx.URL(request.target)
        except httpx.InvalidURL as error:
            return line(HTTPStatus.BAD_REQUEST, f"{request.target}: not a URL: {error}")
        name = url.netloc.decode()
        if url.scheme != "http" or name not in self._hosts:
            return line(
                HTTPStatus.BAD_GATEWAY, f"{url}: not replayed; the proxy's own /feeds.opml lists what is"
            )
        self._start = self._start or self._clock()
        return self._hosts[name].answer(request, url, self._moment())

    def _moment(self) -> Moment:
        now = self._clock()
        start = now if self._start is None else self._start
        return Moment(start, now - start)


def _status(path: str, hosts: Iterable[Host], moment: Moment) -> Answer:
    """Answer a request for the replay itself."""
    match path:
        case "/pages":
            return Answer(HTTPStatus.OK, _lines(hosts, moment), {"Content-Type": "application/x-ndjson"})
        case "/feeds.opml":
            return Answer(HTTPStatus.OK, _opml(hosts), {"Content-Type": "text/x-opml"})
        case _:
            return line(HTTPStatus.NOT_FOUND, f"{path}: only /pages and /feeds.opml exist")


def _lines(hosts: Iterable[Host], moment: Moment) -> bytes:
    return "".join(f"{json.dumps(each)}\n" for host in hosts for each in _pages(host, moment)).encode()


def _pages(host: Host, moment: Moment) -> Iterable[dict[str, object]]:
    for number in range(host.site.appeared(moment.elapsed)):
        yield {
            "url": host.site.pages[number].url,
            "appeared": moment.start + host.site.dues[number],
            "told": host.record.announced.get(number),
            "asked": host.record.asked.get(number),
            "requests": host.record.requests[number],
            "fault": host.fault(number),
        }


def _opml(hosts: Iterable[Host]) -> bytes:
    path = next(iter(FORMATS))
    return write_opml(
        Outline(f"http://{host.site.host}{path}", host.site.host, host.site.home) for host in hosts
    )
