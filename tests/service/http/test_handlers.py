"""Errors that leave a route, as problems."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import FastAPI
from redis import ConnectionError as NoConnectionError
from redis import ResponseError

from service.http import handlers
from service.http.handlers import answer_with_problems
from service.http.problems import STORE_DOWN, STORE_REFUSED
from service.running.seldom import Seldom
from urltree.errors import HeuristicError, StoreError, StoreRefusedError

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _not_warned_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = (STORE_DOWN, STORE_REFUSED)
    monkeypatch.setattr(handlers, "_warnings", {kind: Seldom(logging.getLogger("service")) for kind in kinds})


async def answer_to(error: Exception) -> httpx.Response:
    """Have a route raise it."""
    app = FastAPI()
    answer_with_problems(app)

    @app.get("/")
    async def fail() -> None:
        raise error

    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        return await client.get("/")


async def kind_of(error: Exception) -> tuple[int, str]:
    answer = await answer_to(error)
    assert answer.headers["Content-Type"] == "application/problem+json"
    return answer.status_code, answer.json()["type"].removeprefix("urn:urltree:problem:")


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (StoreError("away"), 503, "store-down"),
        (NoConnectionError("away"), 503, "store-down"),
        (StoreRefusedError("full"), 503, "store-refused"),
        (ResponseError("full"), 503, "store-refused"),
        (HeuristicError("no heuristic 'x'"), 422, "bad-heuristic"),
        (RuntimeError("a bug"), 500, "internal"),
    ],
    ids=["store", "redis", "store refuses", "redis refuses", "input", "bug"],
)
async def test_an_error_is_told_as_a_problem(error: Exception, status: int, kind: str) -> None:
    assert await kind_of(error) == (status, kind)


@pytest.mark.parametrize("error", [StoreRefusedError("full"), ResponseError("full")], ids=["store", "redis"])
async def test_why_the_store_refuses_is_in_the_log_alone(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await answer_to(error)
    assert ("full" in caplog.text, "full" in answer.text) == (True, False)


async def test_a_store_that_is_away_is_not_told_of_each_request(caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        await answer_to(NoConnectionError("away"))
    assert caplog.messages == ["requests are answered 503: away"]


async def test_a_refusal_is_told_although_the_store_was_away(caplog: pytest.LogCaptureFixture) -> None:
    await answer_to(StoreError("away"))
    await answer_to(StoreRefusedError("full"))
    assert "full" in caplog.text


async def test_an_answer_that_has_begun_is_not_begun_again_when_the_server_stops() -> None:
    sent = list[str]()

    async def stopped(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise asyncio.CancelledError

    async def receive() -> Message:
        return {"type": "http.request"}

    async def send(message: Message) -> None:
        sent.append(message["type"])

    app = FastAPI()
    answer_with_problems(app)
    app.mount("/", stopped)
    await app({"type": "http", "method": "GET", "path": "/", "headers": []}, receive, send)
    assert sent == ["http.response.start"]


async def test_what_an_error_of_ours_says_is_not_for_clients() -> None:
    assert "a bug" not in (await answer_to(RuntimeError("a bug"))).text
