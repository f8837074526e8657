"""Routes that hold no more bytes than there is room for: those that take JSON, or a share of the room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request

from service.http.body import read_body, taken_media_type
from service.http.media import JSON
from service.http.problems import NOT_JSON, Problem
from service.parts import parts_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine
    from typing import Any

    from starlette.responses import Response
    from starlette.types import Message

    from service.http.room import Share


async def share_of(request: Request) -> AsyncIterator[Share]:
    """Lend a request a share of the room until it is answered."""
    with parts_of(request.app).room.share() as share:
        yield share


class BoundedRoute(APIRoute):
    """A route that reads its JSON within the limits that /extract has; FastAPI would read without limit."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler. It raises `Problem` as `read_body` and `taken_media_type` do."""
        handle = super().get_route_handler()
        return _within_bounds(handle) if self.body_field else handle


def _within_bounds(
    handle: Callable[[Request], Coroutine[Any, Any, Response]],
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def answer(request: Request) -> Response:
        taken_media_type(request, JSON)
        parts = parts_of(request.app)
        with parts.room.share() as share:
            body = await read_body(request, parts.settings.max_body, share)

            async def whole() -> Message:
                return {"type": "http.request", "body": body}

            try:
                return await handle(Request(request.scope, whole))
            except HTTPException as error:  # FastAPI's, for JSON too deep or not UTF-8
                is_deep = isinstance(error.__cause__, RecursionError)  # its text is about Python
                why = "it is nested too deeply" if is_deep else error.__cause__
                raise Problem(NOT_JSON, f"not JSON: {why}") from error

    return answer
