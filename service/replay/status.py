"""What a replay tells of itself: its pages, when each was asked for, and its feeds."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from service.feeds.opml import Outline, write_opml
from service.replay.answer import Answer, line
from service.replay.feeds import FORMATS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.replay.host import Host, Moment


def status(path: str, hosts: Iterable[Host], moment: Moment) -> Answer:
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
