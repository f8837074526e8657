"""Errors that leave a route, answered with problem JSON."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from redis import AuthenticationError, RedisError, ResponseError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from service.http.problems import (
    INTERNAL,
    NO_WRITES,
    PROBLEM_JSON,
    STOPPING,
    STORE_DOWN,
    STORE_REFUSED,
    Kind,
    Problem,
    of_error,
    of_fields,
)
from service.running.throttledlog import ThrottledLog
from urltree.errors import InputError, StoreError, StoreRefusedError, UrlTreeError
from urltree.store.client import explained

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_logger = logging.getLogger(__name__)

#: Seldom, because clients try again every second while the store is unavailable or full.
_warnings = {kind: ThrottledLog(_logger) for kind in (STORE_DOWN, STORE_REFUSED, NO_WRITES)}

#: The methods of our routes; HEAD goes with GET.
_METHODS = ("DELETE", "GET", "PATCH", "POST")


def answer_with_problems(app: FastAPI, kinds: Mapping[type[UrlTreeError], Kind]) -> None:
    """Have the app answer every error with a problem; `kinds` has those of errors unknown here."""
    app.add_middleware(_Breaking)
    app.add_exception_handler(Problem, _handler(lambda problem: problem))
    app.add_exception_handler(HTTPStatus.METHOD_NOT_ALLOWED, refuse_method)
    app.add_exception_handler(HTTPException, _handler(_of_http))
    app.add_exception_handler(RequestValidationError, _handler(lambda error: of_fields(error.errors())))
    app.add_exception_handler(RedisError, _handler(of_redis))
    app.add_exception_handler(StoreError, _handler(_of_store))
    app.add_exception_handler(InputError, _handler(of_error))
    for error, kind in kinds.items():
        app.add_exception_handler(error, _handler(partial(_of_kind, kind)))
    app.add_exception_handler(
        Exception, _handler(lambda _: Problem(INTERNAL, "the service's log has the cause"))
    )


class _Breaking:
    """Answers a request that the server cancels when it stops, unless its answer has begun.

    An answer that has begun when the store goes away is broken off: its end would say that it is complete.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def watched(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except asyncio.CancelledError:
            if not has_begun:
                problem = Problem(
                    STOPPING, "nothing was lost; send the request again when the service is back"
                )
                await respond(problem)(scope, receive, send)
        except RuntimeError as error:  # Starlette's, because no handler can answer any more
            if not isinstance(error.__cause__, RedisError):
                raise
            of_redis(error.__cause__)  # logs it


def _handler(problem_of: Callable[[Any], Problem]) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handle(_request: Request, error: Exception) -> Response:
        return respond(problem_of(error))

    return handle


def _of_kind(kind: Kind, error: UrlTreeError) -> Problem:
    return Problem(kind, str(error))


def respond(problem: Problem) -> Response:
    """Answer with a problem."""
    return Response(problem.body(), problem.kind.status, problem.headers, PROBLEM_JSON)


def of_redis(error: RedisError) -> Problem:
    """Turn an error of Redis into a problem, and log the error."""
    is_refusal = isinstance(error, ResponseError | AuthenticationError)
    return _of_store(StoreRefusedError(explained(str(error))) if is_refusal else StoreError(str(error)))


def _of_store(error: StoreError) -> Problem:
    """Turn an error of the library's store into a problem, and log the error."""
    problem = of_error(error)
    _warnings[problem.kind].warning("requests are answered with %s: %s", problem.kind.status.value, error)
    return problem


async def refuse_method(request: Request, _error: Exception) -> Response:
    """Answer with all methods that a path takes; the router knows only those of a single route."""
    taken = ", ".join(method for method in _METHODS if _is_taken(request, method)).replace("GET", "GET, HEAD")
    status = HTTPStatus.METHOD_NOT_ALLOWED
    detail = f"{request.method} is not allowed here, only {taken}; /docs lists all paths"
    return respond(Problem(Kind("", status, status.phrase), detail, {"Allow": taken}))


def _is_taken(request: Request, method: str) -> bool:
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)


def _of_http(error: HTTPException) -> Problem:
    """Turn a refusal of the router, such as of an unknown path, into a problem."""
    status = HTTPStatus(error.status_code)
    detail = f"{error.detail}; /docs lists all paths, none of which ends with a slash"
    return Problem(Kind("", status, status.phrase), detail)
