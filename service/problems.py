"""Every way a request can fail, as problem JSON (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import Response

from urltree.errors import HeuristicError, InputError, PageError, StoreError, UrlError, UrlTreeError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from fastapi import FastAPI
    from pydantic_core import ErrorDetails
    from starlette.requests import Request

#: The media type of every answer that is not 2xx.
PROBLEM_JSON = "application/problem+json"

#: Seconds after which a client may try again what a 503 refused.
RETRY_AFTER = 1


class Kind(NamedTuple):
    """What all problems of one kind share; without a name, it is no more than its HTTP status."""

    name: str
    status: HTTPStatus
    title: str


NOT_JSON = Kind("not-json", HTTPStatus.BAD_REQUEST, "The body is not JSON")
TOO_LARGE = Kind("too-large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large")
MEDIA_TYPE = Kind("media-type", HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body's media type is not taken")
GONE = Kind("gone", HTTPStatus.BAD_REQUEST, "The request has no end")
NO_URL = Kind("no-url", HTTPStatus.UNPROCESSABLE_ENTITY, "The page has no URL")
BAD_FIELD = Kind("bad-field", HTTPStatus.UNPROCESSABLE_ENTITY, "A field is missing or has a wrong value")
STORE_DOWN = Kind("store-down", HTTPStatus.SERVICE_UNAVAILABLE, "The store does not answer")
WORKER_DIED = Kind("worker-died", HTTPStatus.SERVICE_UNAVAILABLE, "The process that read the page died")
INTERNAL = Kind("internal", HTTPStatus.INTERNAL_SERVER_ERROR, "An error of ours")

#: The library's errors, most special first.
_OF_ERRORS: Mapping[type[UrlTreeError], Kind] = {
    UrlError: Kind("bad-url", HTTPStatus.UNPROCESSABLE_ENTITY, "The URL is no absolute http(s) URL"),
    PageError: Kind(
        "bad-page", HTTPStatus.UNPROCESSABLE_ENTITY, "The page is no HTML that text can be cut from"
    ),
    HeuristicError: Kind("bad-heuristic", HTTPStatus.UNPROCESSABLE_ENTITY, "There is no such heuristic"),
    InputError: Kind("bad-input", HTTPStatus.UNPROCESSABLE_ENTITY, "The input is refused"),
    StoreError: STORE_DOWN,
}


class ProblemBody(BaseModel):
    """A problem as it is sent; `line` only in a batch."""

    type: str = Field(examples=["urn:urltree:problem:no-url"])
    title: str = Field(examples=["The page has no URL"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["give the page's URL: ?url=https://…"])
    line: int | None = None


class Problem(Exception):  # noqa: N818 -- RFC 9457's word
    """A request that cannot be answered; `detail` names the input and the mend."""

    def __init__(self, kind: Kind, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})
        if kind.status == HTTPStatus.SERVICE_UNAVAILABLE:
            self.headers["Retry-After"] = str(RETRY_AFTER)

    def __reduce__(self) -> tuple[type[Problem], tuple[Kind, str, Mapping[str, str]]]:
        return type(self), (self.kind, self.detail, self.headers)

    def body(self, line: int | None = None) -> bytes:
        """Write the problem as JSON."""
        fields = ProblemBody(
            type=f"urn:urltree:problem:{self.kind.name}" if self.kind.name else "about:blank",
            title=self.kind.title,
            status=self.kind.status,
            detail=self.detail,
            line=line,
        )
        return fields.model_dump_json(exclude_none=True).encode()


def of_error(error: UrlTreeError) -> Problem:
    """Turn an error of the library into the problem that tells it."""
    kind = next((kind for known, kind in _OF_ERRORS.items() if isinstance(error, known)), INTERNAL)
    return Problem(kind, str(error))


def of_fields(errors: Sequence[ErrorDetails]) -> Problem:
    """Turn pydantic's complaints about the fields of a request into one problem."""
    if any(error["loc"][-1:] == ("url",) and error["type"] == "missing" for error in errors):
        return Problem(NO_URL, 'say where the page is from: "url" in the JSON, or ?url= beside an HTML body')
    return Problem(BAD_FIELD, "; ".join(f"{_field(error)}: {error['msg']}" for error in errors))


def _field(error: ErrorDetails) -> str:
    return ".".join(map(str, error["loc"])) or "body"


def of_http(error: HTTPException) -> Problem:
    """Turn what the router refuses (no such path, no such method) into a problem."""
    status = HTTPStatus(error.status_code)
    return Problem(
        Kind("", status, status.phrase), f"{error.detail}; /docs lists what there is", error.headers
    )


def response(problem: Problem) -> Response:
    """Make the response that tells a problem."""
    return Response(problem.body(), problem.kind.status, problem.headers, PROBLEM_JSON)


def answer_with_problems(app: FastAPI) -> None:
    """Have every error that leaves a route answered with problem JSON."""
    app.add_exception_handler(Problem, _handler(lambda problem: problem))
    app.add_exception_handler(HTTPException, _handler(of_http))
    app.add_exception_handler(RequestValidationError, _handler(lambda error: of_fields(error.errors())))
    app.add_exception_handler(
        Exception, _handler(lambda _: Problem(INTERNAL, "the service's log has the cause"))
    )


def _handler(problem_of: Callable[[Any], Problem]) -> Callable[[Request, Exception], Awaitable[Response]]:
    async def handle(_request: Request, error: Exception) -> Response:
        return response(problem_of(error))

    return handle
