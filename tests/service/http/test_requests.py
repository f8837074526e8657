"""Ids of requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.responses import PlainTextResponse
from structlog.contextvars import get_contextvars

from service.http.requests import Requests

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

pytestmark = pytest.mark.anyio


async def tell_context(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(get_contextvars()["request"])(scope, receive, send)


@pytest.fixture
def client() -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(Requests(tell_context)), base_url="http://localhost"
    )


async def test_a_request_gets_an_id(client: httpx.AsyncClient) -> None:
    answer = await client.get("/")
    assert len(answer.text) == 16
    assert answer.headers["x-request-id"] == answer.text


async def test_each_gets_another(client: httpx.AsyncClient) -> None:
    assert (await client.get("/")).text != (await client.get("/")).text


async def test_a_proxys_id_is_taken_over(client: httpx.AsyncClient) -> None:
    assert (await client.get("/", headers={"X-Request-ID": "a-1.b"})).text == "a-1.b"


@pytest.mark.parametrize("given", ["", "a b", 'a"', "a" * 65, "é"])
async def test_what_is_no_id_is_not(client: httpx.AsyncClient, given: str) -> None:
    answer = await client.get("/", headers={"X-Request-ID": given.encode()})
    assert answer.text != given


async def test_the_id_ends_with_the_request(client: httpx.AsyncClient) -> None:
    await client.get("/")
    assert "request" not in get_contextvars()
