"""Sessions for people: a key in, a cookie out."""

from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated
from urllib.parse import parse_qs, quote

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, ValidationError
from starlette.responses import RedirectResponse

from service.access.gate import COOKIE, no_key, session_token
from service.access.loginpage import login_page
from service.access.sessions import LASTING
from service.http.body import read_body, taken_media_type
from service.http.media import JSON
from service.http.problems import of_fields, problems
from service.http.proxied import prefix_of
from service.parts import parts_of

if TYPE_CHECKING:
    from service.access.apikeys import ApiKey

router = APIRouter(tags=["access"])

_FORM = "application/x-www-form-urlencoded"

#: Bytes that a login takes at most: it comes from strangers.
_MOST = 2_000

#: Seconds in which a login must arrive: strangers could else hold open all connections that there may be.
PATIENCE = 10.0

_WRONG = "There is no such key, or it has been revoked."

_Next = Annotated[str, Query(description="Path to continue to.")]


class Login(BaseModel):
    """The key to log in with."""

    key: Annotated[str, Field(examples=["urltree_…"])]


@router.get(
    "/login",
    summary="Ask a person for a key",
    response_class=Response,
    responses={200: {"content": {"text/html": {}}}},
)
async def ask(request: Request, next: _Next = "/") -> Response:  # noqa: A002 -- the query's word
    """Show a page that asks for a key; redirect where none is needed."""
    return (
        login_page(_action(next)) if await parts_of(request.app).gate.needs_key() else _redirect_within(next)
    )


@router.post(
    "/login",
    summary="Begin a session",
    response_class=Response,
    status_code=204,
    responses=problems(400, 401, 413, 415, 422),
    openapi_extra={"requestBody": {"content": {"application/json": {"schema": Login.model_json_schema()}}}},
)
async def log_in(request: Request, next: _Next = "/") -> Response:  # noqa: A002 -- the query's word
    """Exchange a key, sent as JSON or by the page's form, for a cookie; the form is then redirected."""
    gate, is_form = parts_of(request.app).gate, taken_media_type(request, {_FORM, *JSON}).name == _FORM
    key = await gate.keyring.find(await _shown(request, is_form=is_form))
    if key:
        response = _redirect_within(next) if is_form else Response(status_code=HTTPStatus.NO_CONTENT)
        return await _with_session(response, request, key)
    if is_form:
        return login_page(_action(next), _WRONG)
    raise no_key(_WRONG)


@router.post("/logout", summary="End a session", status_code=303, response_class=Response)
async def log_out(request: Request) -> Response:
    """End the session and delete its cookie."""
    if token := session_token(request.headers):
        await parts_of(request.app).gate.sessions.end(token)
    response = RedirectResponse("login", HTTPStatus.SEE_OTHER)
    response.delete_cookie(COOKIE, prefix_of(request) or "/")
    return response


async def _shown(request: Request, *, is_form: bool) -> str:
    with parts_of(request.app).room.share() as share:
        body = await read_body(request, _MOST, share, patience=PATIENCE)
    if is_form:
        return parse_qs(body.decode("utf-8", "replace")).get("key", [""])[0].strip()
    try:
        return Login.model_validate_json(body).key
    except ValidationError as error:
        raise of_fields(error.errors()) from error


async def _with_session(response: Response, request: Request, key: "ApiKey") -> Response:
    response.set_cookie(
        COOKIE,
        await parts_of(request.app).gate.sessions.start(key.id),
        max_age=LASTING,
        secure=request.url.scheme == "https",
        httponly=True,
        path=prefix_of(request) or "/",
        samesite="lax",  # so that links from elsewhere work; the gate refuses what changes something
    )
    return response


def _redirect_within(target: str) -> Response:
    """Redirect to a path of ours; after ``.`` nothing can name another host, not even ``//host``."""
    return RedirectResponse(f".{target}" if target.startswith("/") else "./", HTTPStatus.SEE_OTHER)


def _action(target: str) -> str:
    return f"?next={quote(target, safe='')}"
