"""The gate as ASGI middleware: before every route, page and socket."""

from __future__ import annotations

import asyncio
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import quote

from redis import RedisError
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response

from service.access.gate import NO_KEY, NO_SCOPE
from service.access.headers import secure
from service.access.smallpage import away_page, login_page
from service.http.handlers import of_redis, respond
from service.http.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.access.gate import Gate

#: Seconds that a message of a stream or socket waits to be judged; browsers give up one that hangs.
_PATIENCE = 0.5


class Access:
    """Passes on the requests that an app's gate admits, and adds security headers to all answers.

    Each message of a stream or socket is judged again, so both end with their key or session; sockets do
    so within seconds, because browsers send pings.
    """

    def __init__(self, app: ASGIApp, gate_of: Callable[[Starlette], Gate]) -> None:
        self._app = app
        self._gate_of = gate_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it if it is refused."""
        headers = Headers(scope=scope)
        # Read before routers change the scope. A socket has no method and may be used for anything, so it
        # gets one that counts as unsafe.
        method, path = scope.get("method", "CONNECT"), scope["path"]
        gate = self._gate_of(scope["app"])

        async def secured(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                secure(MutableHeaders(scope=message))
            if scope["type"] == "websocket" and message["type"].startswith("http."):
                # Socket.IO answers a socket whose path is not its own as if it were an HTTP request.
                message["type"] = f"websocket.{message['type']}"
            await send(message)

        try:
            caller = await gate.admit(method, path, headers)
        except RedisError as error:
            problem = of_redis(error)
            await (away_page() if _wants_page(scope, headers) else respond(problem))(scope, receive, secured)
        except Problem as problem:
            await _refusal(problem, scope, headers)(scope, receive, secured)
        else:
            may_go_on = partial(_may_go_on, gate, method, path, headers)
            scope.setdefault("state", {}).update(caller=caller, may_go_on=may_go_on)
            if scope["type"] == "websocket":
                await self._app(scope, _receiving_while(receive, may_go_on), secured)
            else:
                await self._stream(scope, receive, secured, may_go_on)

    async def _stream(
        self, scope: Scope, receive: Receive, send: Send, may_go_on: Callable[[], Awaitable[bool]]
    ) -> None:
        has_events = False

        async def sent(message: Message) -> None:
            nonlocal has_events
            if message["type"] == "http.response.start":
                media = Headers(raw=message["headers"]).get("content-type", "")
                has_events = media.startswith("text/event-stream")
            if message.get("more_body") and not await may_go_on():
                raise _OverError
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except* _OverError:
            if has_events:
                await send({"type": "http.response.body", "body": b""})


class _OverError(Exception):
    """A streamed answer must end, because its caller may no longer have it.

    Only a stream of events is ended in order. Any other answer would seem to be complete, so it is left
    unfinished, and the server breaks the connection.
    """


def _receiving_while(receive: Receive, may_go_on: Callable[[], Awaitable[bool]]) -> Receive:
    async def receive_while() -> Message:
        message = await receive()
        return message if await may_go_on() else {"type": "websocket.disconnect", "code": 1008}

    return receive_while


async def _may_go_on(gate: Gate, method: str, path: str, headers: Headers) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE):
            await gate.judge(method, path, headers)
    except Problem:
        return False
    except (RedisError, TimeoutError):  # as far as we know, nothing was revoked
        return True
    return True


def _wants_page(scope: Scope, headers: Headers) -> bool:
    """Return whether the request comes from a person with a browser."""
    return scope.get("method") == "GET" and "text/html" in headers.get("accept", "")


def _refusal(problem: Problem, scope: Scope, headers: Headers) -> Response:
    """Ask a person whose key is missing or does not suffice for another; answer others with the problem."""
    if problem.kind not in {NO_KEY, NO_SCOPE} or not _wants_page(scope, headers):
        return respond(problem)
    login = _login(scope)
    if problem.kind is NO_SCOPE:  # a redirect to the login could lead in circles
        return login_page(login, f"{problem.kind.title}: {problem.detail}.", problem.kind.status)
    return RedirectResponse(login, HTTPStatus.SEE_OTHER)


def _login(scope: Scope) -> str:
    """Return the URL of the login, relative to the page requested, with that page as the one to go on to."""
    path = scope["path"]
    target = path + (f"?{query}" if (query := scope["query_string"].decode("latin-1")) else "")
    # Relative, because a proxy may serve us below a path of its own.
    up = "../" * (path.count("/") - 1) or "./"
    return f"{up}login?next={quote(target, safe='')}"
