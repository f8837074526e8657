"""The gate as ASGI middleware: before every route, page and socket."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import quote

from redis import RedisError
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response

from service.access.gate import NO_KEY, NO_SCOPE
from service.access.headers import secure
from service.access.loginpage import login_page
from service.access.smallpage import away_page
from service.http.handlers import of_redis, respond
from service.http.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.access.gate import Gate


class Access:
    """Passes on what the gate of an app admits, and secures what is answered.

    Streams and sockets end once their key or session has ended; browsers ping every few seconds.
    """

    def __init__(self, app: ASGIApp, gate_of: Callable[[Starlette], Gate]) -> None:
        self._app = app
        self._gate_of = gate_of

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        headers = Headers(scope=scope)
        # Routers change the scope. A socket, which has no method, may be for anything.
        method, path = scope.get("method", "CONNECT"), scope["path"]
        gate = self._gate_of(scope["app"])

        async def secured(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                secure(MutableHeaders(scope=message))
            if scope["type"] == "websocket" and message["type"].startswith("http."):
                # Socket.IO answers a socket at a path that is none of its own as if it were a request.
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
            scope.setdefault("state", {})["caller"] = caller
            may_go_on = partial(_may_go_on, gate, method, path, headers)
            await self._let_in(scope, receive, secured, may_go_on)

    async def _let_in(
        self, scope: Scope, receive: Receive, send: Send, may_go_on: Callable[[], Awaitable[bool]]
    ) -> None:
        if scope["type"] == "websocket":
            await self._app(scope, _heard(receive, may_go_on), send)
        elif scope["method"] == "GET":
            await self._stream(scope, receive, send, may_go_on)
        else:
            await self._app(scope, receive, send)

    async def _stream(
        self, scope: Scope, receive: Receive, send: Send, may_go_on: Callable[[], Awaitable[bool]]
    ) -> None:
        async def sent(message: Message) -> None:
            if message.get("more_body") and not await may_go_on():
                raise _OverError
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except* _OverError:
            await send({"type": "http.response.body", "body": b""})


class _OverError(Exception):
    """An answer is not to go on."""


def _heard(receive: Receive, may_go_on: Callable[[], Awaitable[bool]]) -> Receive:
    async def heard() -> Message:
        message = await receive()
        return message if await may_go_on() else {"type": "websocket.disconnect", "code": 1008}

    return heard


async def _may_go_on(gate: Gate, method: str, path: str, headers: Headers) -> bool:
    try:
        await gate.judge(method, path, headers)
    except Problem:
        return False
    except RedisError:  # nobody was told anything to the contrary
        return True
    return True


def _wants_page(scope: Scope, headers: Headers) -> bool:
    """Tell whether a person asks, with a browser."""
    return scope.get("method") == "GET" and "text/html" in headers.get("accept", "")


def _refusal(problem: Problem, scope: Scope, headers: Headers) -> Response:
    """Lead a person who has no key, or one that does not suffice, to show one; all others get the problem."""
    if problem.kind not in {NO_KEY, NO_SCOPE} or not _wants_page(scope, headers):
        return respond(problem)
    login = _login(scope)
    if problem.kind is NO_SCOPE:  # who was led on would be led in circles
        return login_page(login, f"{problem.kind.title}: {problem.detail}.")
    return RedirectResponse(login, HTTPStatus.SEE_OTHER)


def _login(scope: Scope) -> str:
    """Give the way to the login, and back, from where the browser is."""
    path = scope["path"]
    target = path + (f"?{query}" if (query := scope["query_string"].decode("latin-1")) else "")
    # A proxy may have the service below a path of its own.
    up = "../" * (path.count("/") - 1) or "./"
    return f"{up}login?next={quote(target, safe='')}"
