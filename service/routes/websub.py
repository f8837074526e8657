"""The callback to which WebSub hubs push (https://www.w3.org/TR/websub/)."""

import asyncio
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import time
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Header, Path, Query, Request, Response

from service.fetching.headers import content_type
from service.fetching.values import Fetched
from service.http.body import expect_no_coding, read_body
from service.http.described import text
from service.http.problems import BUSY, Kind, Problem, problems
from service.parts import parts_of
from service.websub.callback import Intent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.websub.callback import Known

#: Seconds in which a body must arrive: until it has, the next one of its feed waits.
PATIENCE = 60.0

#: Seconds for which the next one waits, on a connection that it holds open meanwhile.
TURN = 10.0

router = APIRouter(prefix="/websub", tags=["feeds"])

_Token = Annotated[str, Path(description="What makes the callback of a feed one that nobody can guess.")]

_NO_PUSH = Kind("no-push", HTTPStatus.NOT_FOUND, "Nothing may be pushed here")
_PUSH_ENDED = Kind("push-ended", HTTPStatus.GONE, "The feed is no longer pushed here")


@router.get(
    "/{token}",
    summary="Verify a request made to a hub",
    response_class=Response,
    responses={200: {"content": {"text/plain": text()}}, **problems(404)},
)
async def verify(request: Request, token: _Token, intent: Annotated[Intent, Query()]) -> Response:
    """Answer a hub's challenge if we want what it is going to do (WebSub, sections 5.2 and 5.3)."""
    known = await _find(request, token)
    if not await parts_of(request.app).callback.agrees(known, intent):
        raise Problem(_NO_PUSH, f"{intent.mode} {intent.topic} was not asked for")
    return Response(intent.challenge, media_type="text/plain")


@router.post(
    "/{token}",
    summary="Push what is new in a feed",
    status_code=204,
    responses=problems(404, 408, 410, 413, 415, 503),
)
async def receive(
    request: Request,
    token: _Token,
    x_hub_signature: Annotated[str, Header(description="METHOD=DIGEST")] = "",
) -> None:
    """Take in a feed as a hub pushes it (WebSub, section 7); one with a wrong signature is ignored."""
    expect_no_coding(request)
    push, feed = await _find(request, token)
    if feed is None:
        raise Problem(_PUSH_ENDED, f"{push.topic} is no longer subscribed")
    parts = parts_of(request.app)
    charset = content_type(request.headers.get("content-type", "")).charset
    async with _held(parts.callback.lock(push)):
        with parts.room.share() as share:
            body = await read_body(request, parts.settings.max_body, share, patience=PATIENCE)
            sent = Fetched(url=push.topic, received=time(), body=body, charset=charset)
            await parts.callback.receive(push, sent, x_hub_signature)


@asynccontextmanager
async def _held(turn: asyncio.Lock) -> "AsyncIterator[None]":
    """Hold a lock. Raises `Problem` if it is not free soon."""
    try:
        async with asyncio.timeout(TURN):
            await turn.acquire()
    except TimeoutError as error:
        raise Problem(BUSY, "what was pushed before is still being received; push again later") from error
    try:
        yield
    finally:
        turn.release()


async def _find(request: Request, token: str) -> "Known":
    known = await parts_of(request.app).callback.find(token)
    if known is None:
        raise Problem(_NO_PUSH, f"no hub was given the token {token}")
    return known
