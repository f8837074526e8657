"""Sessions for people: a key in, a cookie out."""

from http import HTTPStatus
from typing import Annotated
from urllib.parse import parse_qs, quote

from fastapi import APIRouter, Query, Request, Response
from redis import RedisError
from starlette.responses import RedirectResponse

from service.access.gate import COOKIE, NO_KEY, no_key, session_token
from service.access.sessions import LASTING
from service.access.smallpage import away_page, login_page
from service.http.body import read_body, taken_media_type
from service.http.described import text
from service.http.handlers import of_redis
from service.http.problems import Problem, problems
from service.http.proxied import prefix_of
from service.parts import parts_of

router = APIRouter(tags=["access"])

_FORM = "application/x-www-form-urlencoded"
_FIELDS = {"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}

#: Bytes that a login takes at most: it comes from strangers.
_MAX_BODY = 2_000

#: Seconds in which a login must arrive: strangers could else hold open all connections that there may be.
PATIENCE = 10.0

#: The page that comes again says why; requests of other sites are answered with a problem.
_FORM_RESPONSES = {
    status: {**answer, "content": {"text/html": text(), **answer["content"]}}
    for status, answer in problems(403, 429, 503).items()
}

_WRONG = "There is no such key, or it has been revoked."

_Next = Annotated[str, Query(description="Path to continue to.")]


@router.get(
    "/login",
    summary="Ask a person for a key",
    response_class=Response,
    responses={200: {"content": {"text/html": text()}}, 303: {"description": "No key is needed"}},
)
async def ask(request: Request, next: _Next = "/") -> Response:  # noqa: A002 -- the query's word
    """Show a page that asks for a key; redirect where none is needed."""
    try:
        needs_key = await parts_of(request.app).gate.needs_key()
    except RedisError:
        return away_page()
    return login_page(_action(next)) if needs_key else _redirect_within(next)


@router.post(
    "/login",
    summary="Begin a session",
    response_class=Response,
    status_code=303,
    responses={**problems(408, 413, 415), **_FORM_RESPONSES},
    openapi_extra={"requestBody": {"required": True, "content": {_FORM: {"schema": _FIELDS}}}},
)
async def log_in(request: Request, next: _Next = "/") -> Response:  # noqa: A002 -- the query's word
    """Exchange a key, sent by the page's form, for a cookie, and redirect; else show the page again."""
    taken_media_type(request, {_FORM})
    shown = await _shown(request)
    try:
        return await _with_session(_redirect_within(next), request, shown)
    except Problem as wrong:
        status = HTTPStatus.FORBIDDEN if wrong.kind is NO_KEY else wrong.kind.status
        return _asked_again(next, wrong.detail, status, wrong)
    except RedisError as error:
        problem = of_redis(error)
        detail = f"{problem.kind.title}: {problem.detail}."
        return _asked_again(next, detail, problem.kind.status, problem)


def _asked_again(target: str, detail: str, status: HTTPStatus, problem: Problem) -> Response:
    page = login_page(_action(target), detail, status)
    if "Retry-After" in problem.headers:
        page.headers["Retry-After"] = problem.headers["Retry-After"]
    return page


@router.post("/logout", summary="End a session", status_code=303, response_class=Response)
async def log_out(request: Request) -> Response:
    """End the session and delete its cookie."""
    if token := session_token(request.headers):
        await parts_of(request.app).gate.sessions.end(token)
    response = RedirectResponse("login", HTTPStatus.SEE_OTHER)
    response.delete_cookie(COOKIE, prefix_of(request) or "/")
    return response


async def _shown(request: Request) -> str:
    with parts_of(request.app).room.share() as share:
        body = await read_body(request, _MAX_BODY, share, patience=PATIENCE)
    return parse_qs(body.decode("utf-8", "replace")).get("key", [""])[0].strip()


async def _with_session(response: Response, request: Request, shown: str) -> Response:
    """Add the cookie of a new session.

    Raises `Problem` if no key was shown or it logs in too often, `RedisError` if Redis fails.
    """
    gate = parts_of(request.app).gate
    key = await gate.keyring.find(shown)
    if key is None:
        raise no_key(_WRONG)
    await gate.count(key.caller)  # or anybody with a key could fill the store with sessions
    response.set_cookie(
        COOKIE,
        await gate.sessions.start(key.id),
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
