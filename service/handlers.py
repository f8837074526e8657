"""Errors that leave a route, answered with problem JSON."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from redis import RedisError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from service.problems import INTERNAL, PROBLEM_JSON, STORE_DOWN, Kind, Problem, of_fields

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI
    from starlette.requests import Request


def answer_with_problems(app: FastAPI) -> None:
    """Have the app answer every error with a problem."""
    app.add_exception_handler(Problem, _handler(lambda problem: problem))
    app.add_exception_handler(HTTPException, _handler(_of_http))
    app.add_exception_handler(RequestValidationError, _handler(lambda error: of_fields(error.errors())))
    app.add_exception_handler(
        RedisError, _handler(lambda _: Problem(STORE_DOWN, "nothing was lost: try again"))
    )
    app.add_exception_handler(
        Exception, _handler(lambda _: Problem(INTERNAL, "the service's log has the cause"))
    )


def _handler(problem_of: Callable[[Any], Problem]) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handle(_request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        return Response(problem.body(), problem.kind.status, problem.headers, PROBLEM_JSON)

    return handle


def _of_http(error: HTTPException) -> Problem:
    """Turn what the router refuses (no such path, no such method) into a problem."""
    status = HTTPStatus(error.status_code)
    return Problem(
        Kind("", status, status.phrase), f"{error.detail}; /docs lists what there is", error.headers
    )
