"""What every request passes: it gets an id, and HEAD is answered as GET is (RFC 9110 §9.3.2)."""

from __future__ import annotations

import logging
import re
import secrets
from time import perf_counter
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from structlog.contextvars import bound_contextvars

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_logger = logging.getLogger(__name__)

#: Ids that are accepted from the sender of a request.
_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


class RequestIds:
    """Gives each request an id, that of `X-Request-ID` if it has one, and logs the request at level debug.

    Each line that is logged while the request is answered has its id, and so has the answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered."""
        given = Headers(scope=scope).get("x-request-id", "")
        request = given if _ID.fullmatch(given) else secrets.token_hex(8)
        start, status = perf_counter(), 0

        async def named(message: Message) -> None:
            nonlocal status
            if message["type"].endswith("http.response.start"):
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-ID"] = request
            await send(message)

        with bound_contextvars(request=request):
            await self._app(scope, receive, named)
            method, seconds = scope.get("method", "CONNECT"), perf_counter() - start
            _logger.debug("%s %s: %s in %.3f s", method, scope["path"], status, seconds)


class Heads:
    """Answers HEAD as GET, but ends the answer after its headers, even if it is a stream."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def headers_alone(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body"})

        if scope.get("method") == "HEAD":
            await self._app({**scope, "method": "GET"}, receive, headers_alone)
        else:
            await self._app(scope, receive, send)
