"""Requests and answers of the replayed web."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import formatdate
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from service.http.conditional import has_it

if TYPE_CHECKING:
    from collections.abc import Mapping


class Request(NamedTuple):
    """A request without its body."""

    method: str
    #: A URL if the client uses us as a proxy, a path if it addresses us.
    target: str
    #: Names in lower case.
    headers: Mapping[str, str]


class Answer(NamedTuple):
    """An answer, and the faults to send it with."""

    status: int
    body: bytes
    headers: Mapping[str, str]
    #: Seconds to halt half way.
    halt: float = 0.0
    #: Whether to break off half way.
    cut: bool = False


def line(status: int, message: str, headers: Mapping[str, str] | None = None) -> Answer:
    """Answer with a line for people."""
    return Answer(
        status, f"{message}\n".encode(), {"Content-Type": "text/plain; charset=utf-8", **(headers or {})}
    )


def validated(answer: Answer, request: Request, etag: str, changed: float) -> Answer:
    """Add validators to an answer; 304 if the client has it. `changed` is in seconds since the epoch."""
    validators = {"ETag": f'"{etag}"', "Last-Modified": formatdate(changed, usegmt=True)}
    if has_it(request.headers, validators["ETag"], datetime.fromtimestamp(int(changed), UTC)):
        return Answer(HTTPStatus.NOT_MODIFIED, b"", validators)
    return answer._replace(headers={**answer.headers, **validators})
