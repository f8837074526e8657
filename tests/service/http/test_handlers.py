"""Errors raised by routes, answered as problems."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import FastAPI
from redis import AuthenticationError, ResponseError
from redis import ConnectionError as NoConnectionError
from refusals import problem

from service.http import handlers
from service.http.handlers import answer_with_problems
from service.http.problems import NO_WRITES, STORE_DOWN, STORE_REFUSED
from service.running.throttledlog import ThrottledLog
from urltree.errors import HeuristicError, StoreError, StoreRefusedError

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send


@pytest.fixture(autouse=True)
def _not_warned_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (STORE_DOWN, STORE_REFUSED, NO_WRITES)
    monkeypatch.setattr(
        handlers, "_warnings", {kind: ThrottledLog(logging.getLogger("service")) for kind in kinds}
    )


async def answer_to(error: Exception) -> httpx.Response:
    """Return the response to a request whose route raises the error."""
    app = FastAPI()
    answer_with_problems(app, {})

    @app.get("/")
    async def fail() -> None:
        raise error

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.get("/")


async def kind_of(error: Exception) -> tuple[int, str]:
    return problem(await answer_to(error))


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (StoreError("away"), 503, "store-down"),
        (NoConnectionError("away"), 503, "store-down"),
        (StoreRefusedError("full"), 503, "store-refused"),
        (ResponseError("full"), 503, "store-refused"),
        (AuthenticationError("no password"), 503, "store-refused"),
        (HeuristicError("no heuristic 'x'"), 422, "bad-heuristic"),
        (RuntimeError("a bug"), 500, "internal"),
    ],
    ids=["store", "redis", "store refuses", "redis refuses", "login", "input", "bug"],
)
async def test_error_is_answered_as_a_problem(error: Exception, status: int, kind: str) -> None:
    assert await kind_of(error) == (status, kind)


@pytest.mark.parametrize("error", [StoreRefusedError("full"), ResponseError("full")], ids=["store", "redis"])
async def test_reason_of_a_refusal_by_the_store_is_only_logged(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await answer_to(error)
    assert ("full" in caplog.text, "full" in answer.text) == (True, False)


async def test_unavailable_store_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        await answer_to(NoConnectionError("away"))
    assert caplog.messages == ["requests are answered with 503: away"]


async def test_refusal_is_logged_although_an_outage_was_logged_before(
    caplog: pytest.LogCaptureFixture,
) -> None:
    await answer_to(StoreError("away"))
    await answer_to(StoreRefusedError("full"))
    assert "full" in caplog.text


async def test_begun_response_is_not_followed_by_a_problem_on_shutdown() -> None:
    sent = list[str]()

    async def stopped(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise asyncio.CancelledError

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message["type"])

    app = FastAPI()
    answer_with_problems(app, {})
    app.mount("/", stopped)
    await app({"type": "http", "method": "GET", "path": "/", "headers": []}, receive, send)
    assert sent == ["http.response.start"]


async def test_message_of_an_internal_error_is_not_sent_to_clients() -> None:
    assert "a bug" not in (await answer_to(RuntimeError("a bug"))).text
