"""Ids of requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.responses import PlainTextResponse
from structlog.contextvars import get_contextvars

from service.http.middleware import RequestIds

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send


async def answer_with_id(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(get_contextvars()["request"])(scope, receive, send)


@pytest.fixture
def client() -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(RequestIds(answer_with_id)), base_url="http://localhost"
    )


async def test_request_gets_an_id(client: httpx.AsyncClient) -> None:
    answer = await client.get("/")
    assert len(answer.text) == 16
    assert answer.headers["x-request-id"] == answer.text


async def test_each_request_gets_another_id(client: httpx.AsyncClient) -> None:
    assert (await client.get("/")).text != (await client.get("/")).text


async def test_id_sent_by_a_proxy_is_adopted(client: httpx.AsyncClient) -> None:
    assert (await client.get("/", headers={"X-Request-ID": "a-1.b"})).text == "a-1.b"


@pytest.mark.parametrize("given", ["", "a b", 'a"', "a" * 65, "é"])
async def test_invalid_id_is_replaced(client: httpx.AsyncClient, given: str) -> None:
    answer = await client.get("/", headers={"X-Request-ID": given.encode()})
    assert answer.text != given


async def test_id_is_unbound_after_the_request(client: httpx.AsyncClient) -> None:
    await client.get("/")
    assert "request" not in get_contextvars()
