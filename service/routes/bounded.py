"""Routes that take JSON, no further than bodies may go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import Request

from service.http.body import expect_no_coding, read_body
from service.http.problems import NOT_JSON, Problem
from service.parts import parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from starlette.responses import Response
    from starlette.types import Message


class BoundedRoute(APIRoute):
    """A route that reads what JSON it takes as /extract reads pages; FastAPI would read on without end."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Give what answers a request. Raises `Problem` as `read_body` does, or if the body is compressed."""
        handle = super().get_route_handler()
        return _within_bounds(handle) if self.body_field else handle


def _within_bounds(
    handle: Callable[[Request], Coroutine[Any, Any, Response]],
) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def answer(request: Request) -> Response:
        expect_no_coding(request)
        parts = parts_of(request.app)
        with parts.room.share() as share:
            body = await read_body(request, parts.settings.max_body, share)

            async def whole() -> Message:
                return {"type": "http.request", "body": body}

            try:
                return await handle(Request(request.scope, whole))
            except HTTPException as error:  # FastAPI's, of what is too deep or no UTF-8
                is_deep = isinstance(error.__cause__, RecursionError)  # what that says is of Python's insides
                why = "it is nested too deep" if is_deep else error.__cause__
                raise Problem(NOT_JSON, f"not JSON: {why}") from error

    return answer
