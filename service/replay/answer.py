"""Requests and answers of the replayed web."""

from __future__ import annotations

from email.utils import formatdate, parsedate_to_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Request(NamedTuple):
    """A request without its body."""

    method: str
    #: A URL where the client takes us for a proxy, a path where it means us.
    target: str
    #: Names in lower case.
    headers: Mapping[str, str]


class Answer(NamedTuple):
    """An answer, and how it is to be spoilt."""

    status: int
    body: bytes
    headers: Mapping[str, str]
    #: Seconds to halt half way.
    halt: float = 0.0
    #: Break off half way.
    cut: bool = False


def line(status: int, message: str, headers: Mapping[str, str] | None = None) -> Answer:
    """Answer with a line for people."""
    return Answer(
        status, f"{message}\n".encode(), {"Content-Type": "text/plain; charset=utf-8", **(headers or {})}
    )


def validated(answer: Answer, request: Request, etag: str, changed: float) -> Answer:
    """Give validators to an answer, which is 304 to whoever has it; it changed at a time since the epoch."""
    validators = {"ETag": f'"{etag}"', "Last-Modified": formatdate(changed, usegmt=True)}
    if _is_known(request.headers, validators["ETag"], changed):
        return Answer(HTTPStatus.NOT_MODIFIED, b"", validators)
    return answer._replace(headers={**answer.headers, **validators})


def _is_known(headers: Mapping[str, str], etag: str, changed: float) -> bool:
    """Compare what a request says that it has (RFC 9110 §13.2.2): the ETag goes before the date."""
    if known := headers.get("if-none-match"):
        return etag in known or known.strip() == "*"
    try:
        since = parsedate_to_datetime(headers.get("if-modified-since", "")).timestamp()
    except (ValueError, OverflowError):
        return False
    return since >= int(changed)
