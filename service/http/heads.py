"""HEAD: what GET would answer, without the body (RFC 9110 §9.3.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send


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
