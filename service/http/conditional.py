"""Answers to conditional requests (RFC 9110 §13)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

import xxhash
from starlette.responses import Response

from service.http.httpdate import http_date

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

_SECOND = timedelta(seconds=1)


async def conditional(
    headers: Mapping[str, str],
    sources: str,
    modified: datetime,
    max_age: int,
    write: Callable[[], Awaitable[Response]],
) -> Response:
    """Answer what is written, or 304 to a client that has it; it is fresh for `max_age` seconds.

    Shared caches may not store it: they would show everybody what one client was allowed to see. `headers`
    are the request's; `sources` names all that the answer is written from; `modified` is in UTC.
    """
    etag = f'"{xxhash.xxh3_128_hexdigest(sources.encode())}"'
    # Rounded up: a reader may have an earlier version of the same second.
    modified = modified.replace(microsecond=0) + _SECOND
    shown = min(modified, datetime.now(UTC))
    has_all = has_it(headers, etag, modified)
    answer = Response(status_code=HTTPStatus.NOT_MODIFIED) if has_all else await write()
    answer.headers["ETag"] = etag
    answer.headers["Last-Modified"] = format_datetime(shown, usegmt=True)
    answer.headers["Cache-Control"] = f"private, max-age={max_age}"
    return answer


def has_it(headers: Mapping[str, str], etag: str, modified: datetime) -> bool:
    """Return whether a client has what these validators describe; its date counts only if it sends no tags.

    `headers` are those of its request; `modified` is in UTC, in whole seconds.
    """
    if tags := headers.get("if-none-match"):
        return any(tag.strip().removeprefix("W/") in {etag, "*"} for tag in tags.split(","))
    since = http_date(headers.get("if-modified-since", ""))
    return since is not None and modified <= since
