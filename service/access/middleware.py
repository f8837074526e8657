"""The gate as ASGI middleware: before every route, page and socket."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote

from redis import RedisError
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response

from service.access.gate import NO_KEY
from service.access.headers import secure
from service.handlers import of_redis, respond
from service.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.access.caller import Caller
    from service.access.gate import Gate


class Access:
    """Passes on what the app's gate admits, and secures what is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or have it answered."""
        # Apps that are mounted change the scope, and sockets are asked about later.
        gate: Gate = scope["app"].state.gate
        headers, path = Headers(scope=scope), scope["path"]
        admit = partial(gate.admit, scope.get("method", "CONNECT"), path, headers)

        async def secured(message: Message) -> None:
            if message["type"].endswith("http.response.start"):
                secure(MutableHeaders(scope=message), path)
            await send(message)

        try:
            scope.setdefault("state", {})["caller"] = await admit()
        except RedisError as error:
            await respond(of_redis(error))(scope, receive, secured)
        except Problem as problem:
            await _refusal(problem, scope, headers)(scope, receive, secured)
        else:
            is_socket = scope["type"] == "websocket"
            await self._app(scope, _watched(admit, receive) if is_socket else receive, secured)


def _watched(admit: Callable[[], Awaitable[Caller]], receive: Receive) -> Receive:
    """Hear no more from a socket once its key or session has ended; browsers ping every few seconds."""

    async def watched() -> Message:
        message = await receive()
        try:
            await admit()
        except (Problem, RedisError):
            return {"type": "websocket.disconnect", "code": 1008}
        return message

    return watched


def _refusal(problem: Problem, scope: Scope, headers: Headers) -> Response:
    """Lead a person who has no key to where it can be shown; all others get the problem."""
    wants_page = scope.get("method") == "GET" and "text/html" in headers.get("accept", "")
    if problem.kind is not NO_KEY or not wants_page:
        return respond(problem)
    target = scope["path"] + (f"?{query}" if (query := scope["query_string"].decode("latin-1")) else "")
    return RedirectResponse(f"/login?next={quote(target, safe='')}", 303)
