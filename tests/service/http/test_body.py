"""Request bodies, and their limits."""

from __future__ import annotations

import gzip
import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from fastapi.routing import APIRoute, APIRouter
from processes import connected
from starlette.requests import Request

from service import routes
from service.http.body import read_body, read_lines
from service.http.problems import Problem
from service.http.room import Room
from service.routes.bounded import BoundedRoute

if TYPE_CHECKING:
    import httpx
    from starlette.types import Message

#: One byte more than the service under test accepts.
TOO_LONG = b'"%b"' % (b"x" * 199_999)

TAKE_JSON = pytest.mark.parametrize(
    ("method", "path"), [("POST", "/feeds"), ("PATCH", "/feeds/0123456789ab"), ("POST", "/webhooks")]
)


def routers_routes(module: str) -> list[APIRoute]:
    router = getattr(import_module(f"service.routes.{module}"), "router", APIRouter())
    return [route for route in router.routes if isinstance(route, APIRoute)]


@TAKE_JSON
def test_body_over_the_limit_is_refused(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(method, path, content=TOO_LONG, headers={"Content-Type": "application/json"})
    assert answer.json() == {
        "type": "urn:urltree:problem:too-large", "title": "The body is too large", "status": 413,
        "detail": "more than 200000 bytes; send fewer, or ask for a higher URLTREE_MAX_BODY",
    }  # fmt: skip


@TAKE_JSON
def test_body_of_another_media_type_is_refused_with_a_hint(
    client: httpx.Client, method: str, path: str
) -> None:
    answer = client.request(method, path, data={"url": "http://example.com/"})
    assert answer.json() == {
        "type": "urn:urltree:problem:media-type", "title": "The body's media type is not supported",
        "status": 415,
        "detail": "Content-Type 'application/x-www-form-urlencoded' is not supported; send application/json",
    }  # fmt: skip


def test_body_over_the_limit_is_refused_before_it_is_sent(client: httpx.Client) -> None:
    with connected(client) as connection:
        connection.sendall(
            b"POST /extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 200001\r\nExpect: 100-continue\r\n\r\n"
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


@TAKE_JSON
def test_body_of_unknown_length_is_refused_once_over_the_limit(
    client: httpx.Client, method: str, path: str
) -> None:
    chunks = (b" " * 1_000 for _ in range(201))
    answer = client.request(method, path, content=chunks, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (413, "application/problem+json")


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/feeds"), ("PATCH", "/feeds/0123456789ab"), ("POST", "/feeds/opml")]
)
def test_compressed_body_is_refused_with_a_hint(client: httpx.Client, method: str, path: str) -> None:
    headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    answer = client.request(method, path, content=gzip.compress(b"{}"), headers=headers)
    assert (answer.status_code, "send the body uncompressed" in answer.json()["detail"]) == (415, True)


@TAKE_JSON
def test_largest_body_is_read(client: httpx.Client, method: str, path: str) -> None:
    answer = client.request(
        method, path, content=b"{}".ljust(200_000), headers={"Content-Type": "application/json"}
    )
    assert answer.status_code in {404, 422}


@TAKE_JSON
@pytest.mark.parametrize(
    ("body", "why"),
    [(b'"\xff"', "can't decode byte 0xff in position 1"), (b"[" * 100_000, "it is nested too deeply")],
    ids=["no UTF-8", "too deep"],
)
def test_refusal_says_what_is_wrong_with_the_json(
    client: httpx.Client, method: str, path: str, body: bytes, why: str
) -> None:
    answer = client.request(method, path, content=body, headers={"Content-Type": "application/json"})
    assert answer.json()["type"] == "urn:urltree:problem:not-json"
    assert why in answer.json()["detail"]


async def lines_of(*chunks: bytes, limit: int) -> list[bytes]:
    """Read the lines of a body that arrives in these chunks."""
    messages = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    coming = iter([*messages, {"type": "http.request"}])

    async def receive() -> Message:
        return next(coming)

    return [line async for line in read_lines(Request({"type": "http", "headers": []}, receive), limit)]


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        ([b"abc\nde", b"f\n"], [b"abc", b"def"]),
        ([b"abcdefgh\ni"], [b"abcde", b"i"]),
        ([b"abc", b"def", b"gh\ni"], [b"abcde", b"i"]),
        ([b"abc", b"def", b"gh"], [b"abcde"]),
    ],
    ids=["lines", "long in one chunk", "long in several", "long without an end"],
)
async def test_long_line_is_held_only_up_to_one_byte_over_the_limit(
    chunks: list[bytes], lines: list[bytes]
) -> None:
    assert await lines_of(*chunks, limit=4) == lines


async def test_disconnection_during_a_body_is_a_problem_of_the_client() -> None:
    async def leave() -> Message:
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "headers": []}, leave)
    with Room(10).share() as share, pytest.raises(Problem, match="disconnected before the body ended"):
        await read_body(request, 10, share)


def test_every_route_with_a_json_body_limits_it() -> None:
    modules = [module.name for module in pkgutil.iter_modules(routes.__path__)]
    taking = [route for module in modules for route in routers_routes(module) if route.body_field]
    assert {type(route) for route in taking} == {BoundedRoute}
