"""The state of a replay: what has appeared, what was asked for, what went wrong."""

from __future__ import annotations

import json
from html import escape
from http import HTTPStatus
from typing import TYPE_CHECKING

from service.feeds.opml import Outline, write_opml
from service.replay.answer import Answer, line
from service.replay.feeds import FORMATS

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Sequence

    from service.replay.host import Host, Moment

_HEADINGS = ("site", "pages", "appeared", "asked for", "answers", "of feeds")


def status(path: str, hosts: Sequence[Host], moment: Moment) -> Answer:
    """Answer a request for the replay itself."""
    match path:
        case "/":
            return Answer(HTTPStatus.OK, _html(hosts, moment), {"Content-Type": "text/html; charset=utf-8"})
        case "/pages":
            return Answer(HTTPStatus.OK, _lines(hosts, moment), {"Content-Type": "application/x-ndjson"})
        case "/feeds.opml":
            return Answer(HTTPStatus.OK, _opml(hosts), {"Content-Type": "text/x-opml"})
        case _:
            return line(HTTPStatus.NOT_FOUND, f"{path}: only /, /pages and /feeds.opml exist")


def _html(hosts: Sequence[Host], moment: Moment) -> bytes:
    rows = "".join(map(_row, (_HEADINGS, *(_cells(host, moment) for host in hosts))))
    return (
        f"<!DOCTYPE html><title>Replay</title><p>{moment.elapsed:.0f} s since the first request. "
        "<a href=/pages>All pages</a>, one per line; <a href=/feeds.opml>all feeds</a>, as OPML.\n"
        f"<table>\n{rows}</table>\n"
    ).encode()


def _cells(host: Host, moment: Moment) -> tuple[object, ...]:
    site, record = host.site, host.record
    appeared = site.appeared(moment.elapsed)
    return (
        site.host, len(site.pages), appeared, len(record.asked), _counts(record.rest), _counts(record.feeds)
    )  # fmt: skip


def _counts(answers: Counter[int]) -> str:
    return ", ".join(f"{code}: {number}" for code, number in sorted(answers.items()))


def _row(cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<td>{escape(str(cell))}' for cell in cells)}\n"


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
