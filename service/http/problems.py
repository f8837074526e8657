"""How a request can fail, as problem JSON (RFC 9457); what only one router, or the gate, refuses is there."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import BaseModel, Field

from service.http.described import header
from urltree.errors import (
    HeuristicError,
    InputError,
    PageError,
    StoreError,
    StoreRefusedError,
    UrlError,
    UrlTreeError,
)
from urltree.store.client import takes_no_writes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from pydantic_core import ErrorDetails

#: The media type of every answer that is not 2xx.
PROBLEM_JSON = "application/problem+json"

#: Characters of a detail at most: what it quotes of a client's input may be long.
_DETAIL = 1_000

#: Seconds after which a client may try again what a 503 refused.
RETRY_AFTER = 1

_TRIED_AGAIN = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
_RETRY = header("Retry-After", "Seconds after which to send the request again.")


class Kind(NamedTuple):
    """What all problems of one kind share; a kind without a name is just an HTTP status."""

    name: str
    status: HTTPStatus
    title: str


NOT_HTTP = Kind("not-http", HTTPStatus.BAD_REQUEST, "The request is not valid")
NOT_JSON = Kind("not-json", HTTPStatus.BAD_REQUEST, "The body is not JSON")
TOO_LARGE = Kind("too-large", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large")
MEDIA_TYPE = Kind("media-type", HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body's media type is not supported")
NOT_ENDED = Kind("not-ended", HTTPStatus.REQUEST_TIMEOUT, "The request did not end")
NO_URL = Kind("no-url", HTTPStatus.UNPROCESSABLE_ENTITY, "The page has no URL")
BAD_FIELD = Kind("bad-field", HTTPStatus.UNPROCESSABLE_ENTITY, "A field is missing or has a wrong value")
NO_DOCUMENT = Kind("no-document", HTTPStatus.NOT_FOUND, "There is no such document")
BUSY = Kind("busy", HTTPStatus.SERVICE_UNAVAILABLE, "The service has no room for more")
STOPPING = Kind("stopping", HTTPStatus.SERVICE_UNAVAILABLE, "The service is stopping")
TOO_SLOW = Kind("too-slow", HTTPStatus.UNPROCESSABLE_ENTITY, "The page takes too long to read")
STORE_DOWN = Kind("store-down", HTTPStatus.SERVICE_UNAVAILABLE, "The store does not answer")
STORE_REFUSED = Kind("store-refused", HTTPStatus.SERVICE_UNAVAILABLE, "The store refused")
#: A refusal that ends by itself, or once there is room: whatever is refused can wait.
NO_WRITES = STORE_REFUSED._replace(title="The store refuses all writes")
WORKER_DIED = Kind("worker-died", HTTPStatus.SERVICE_UNAVAILABLE, "The reading process died")
INTERNAL = Kind("internal", HTTPStatus.INTERNAL_SERVER_ERROR, "An internal error")

#: The library's errors, most special first.
_OF_ERRORS: Mapping[type[UrlTreeError], Kind] = {
    UrlError: Kind("bad-url", HTTPStatus.UNPROCESSABLE_ENTITY, "The URL is not an absolute http(s) URL"),
    PageError: Kind(
        "bad-page", HTTPStatus.UNPROCESSABLE_ENTITY, "The page is not HTML that text can be extracted from"
    ),
    HeuristicError: Kind("bad-heuristic", HTTPStatus.UNPROCESSABLE_ENTITY, "There is no such heuristic"),
    InputError: Kind("bad-input", HTTPStatus.UNPROCESSABLE_ENTITY, "The input is refused"),
}


class ProblemBody(BaseModel):
    """A problem as it is sent; `line` only in a batch."""

    type: str = Field(examples=["urn:urltree:problem:no-url"])
    title: str = Field(examples=["The page has no URL"])
    status: int = Field(examples=[422])
    detail: str = Field(examples=["say where the page comes from, with ?url=https://…"])
    line: Annotated[int | None, Field(description="Number of the line, from 1; only in a batch.")] = None


def problems(*statuses: int | str) -> dict[int | str, dict[str, Any]]:
    """Describe for OpenAPI the statuses with which a route may answer a problem."""
    # Given a model, FastAPI would describe it under the route's own media type.
    content = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/ProblemBody"}}}
    return {status: {"content": content, **(_RETRY if status in _TRIED_AGAIN else {})} for status in statuses}


class Problem(Exception):  # noqa: N818 -- RFC 9457's word
    """A request that cannot be answered; `detail` names the input at fault and how to mend it."""

    def __init__(self, kind: Kind, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail[:_DETAIL]
        self.headers = dict(headers or {})
        if kind.status == HTTPStatus.SERVICE_UNAVAILABLE:
            self.headers.setdefault("Retry-After", str(RETRY_AFTER))

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
    """Turn an error of the library into a problem, without the store's address, which is not for clients."""
    if isinstance(error, StoreRefusedError):
        detail = "nothing was lost; have the store fixed (the service's log has its reason), then try again"
        return Problem(NO_WRITES if takes_no_writes(str(error)) else STORE_REFUSED, detail)
    if isinstance(error, StoreError):
        return Problem(STORE_DOWN, "nothing was lost; try again")
    kind = next((kind for known, kind in _OF_ERRORS.items() if isinstance(error, known)), INTERNAL)
    return Problem(kind, str(error))


def of_fields(errors: Sequence[ErrorDetails]) -> Problem:
    """Turn pydantic's complaints about the fields of a request into one problem."""
    if any(error["loc"] == ("url",) and error["type"] == "missing" for error in errors):
        return Problem(
            NO_URL, 'say where the page comes from, with "url" in the JSON, or ?url= beside an HTML body'
        )
    for error in errors:
        if error["type"] == "json_invalid":
            place = f" at character {error['loc'][-1]}" if error["loc"] else ""  # else its text has it
            return Problem(NOT_JSON, f"not JSON: {error['ctx']['error']}{place}")
    return Problem(BAD_FIELD, "; ".join(map(_complaint, errors)))


def _complaint(error: ErrorDetails) -> str:
    field = ".".join(map(str, error["loc"])) or "body"
    match error["type"]:
        case "extra_forbidden" if error["loc"][0] == "query":
            return f"{field}: there is no such field; if it is part of a URL, percent-encode that"
        case "extra_forbidden":
            return f"{field}: there is no such field"
        case "model_attributes_type" | "model_type":
            return f"{field}: not a JSON object; send one, with Content-Type: application/json"
        case "string_pattern_mismatch":  # positions
            fault = f"{error['input']!r} is not a valid position"
            return f"{field}: {fault}; use the id of a document, or follow Link"
    return f"{field}: {error['msg'].removeprefix('Value error, ')}"
