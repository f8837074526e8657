"""The memory limit for bodies and answers."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import FastAPI
from processes import connected, serving
from readings import publish_at, reading
from valkeys import url_of

from service.http.handlers import answer_with_problems
from service.http.problems import Problem
from service.http.room import Room, StreamedResponse, in_pieces
from service.parts import parts_of
from service.routes import documents
from service.stream.stream import DocumentStream

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator

    from redis import Redis
    from redis.asyncio import Redis as AsyncRedis
    from starlette.types import Message

    from service.stream.publish import Publisher

#: Largest bodies, in bytes, that the services under test accept.
SMALL, LARGE = 10_000, 1_000_000

PAGE = {"url": "https://example.com/news/bridge", "html": "<p>The new bridge is open."}


def test_taken_room_is_no_longer_free() -> None:
    room = Room(10)
    with room.share() as first, room.share() as second:
        first.take(6)
        with pytest.raises(Problem, match="too much is under way"):
            second.take(5)
        second.take(4)


def test_room_is_free_again_when_its_share_ends() -> None:
    room = Room(10)
    with room.share() as share:
        share.take(10)
    assert room.free == 10


def test_room_of_a_refused_share_is_free_again() -> None:
    room = Room(10)
    with suppress(Problem), room.share() as share:
        share.take(6)
        share.take(6)
    assert room.free == 10


@pytest.fixture(scope="module")
def small(module_valkey: Redis) -> Iterator[httpx.Client]:
    with serving(redis_url=url_of(module_valkey), workers=1, max_body=SMALL) as service:
        yield service.client


def begin(connection: socket.socket, target: str, media: str, body: bytes) -> None:
    """Send all but the last byte of a request, once the service has begun to read it."""
    head = (
        f"POST {target} HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: {media}\r\nContent-Length: {len(body) + 1}\r\n"
    )
    connection.sendall(f"{head}Expect: 100-continue\r\n\r\n".encode())
    assert connection.recv(100).startswith(b"HTTP/1.1 ")
    connection.sendall(body)


def begun(connection: socket.socket, request: bytes) -> bytes:
    """Send a request, and read only the beginning of its answer."""
    connection.sendall(request)
    return connection.recv(12, socket.MSG_WAITALL)


def send(connection: socket.socket, lines: list[bytes]) -> None:
    for line in lines:
        connection.sendall(line)


def post_until(client: httpx.Client, status: int) -> httpx.Response:
    while (answer := client.post("/extract", json=PAGE)).status_code != status:
        pass
    return answer


def test_unfinished_bodies_fill_the_room_until_their_clients_disconnect(small: httpx.Client) -> None:
    with ExitStack() as clients:
        for _ in range(32):
            begin(clients.enter_context(connected(small)), "/extract", "text/html", b"x" * (SMALL - 1))
        refused = post_until(small, 503)
        assert refused.json()["type"] == "urn:urltree:problem:busy"
        assert refused.headers["Retry-After"] == "1"
        assert small.get("/health/live").status_code == 200
    post_until(small, 200)


def test_batch_beyond_the_room_is_refused(small: httpx.Client) -> None:
    with ExitStack() as clients:
        for _ in range(10):
            begin(clients.enter_context(connected(small)), "/extract/batch", "application/x-ndjson", b"")
        refused = small.post("/extract/batch", headers={"Content-Type": "application/x-ndjson"})
        assert (refused.status_code, refused.json()["type"]) == (503, "urn:urltree:problem:busy")
    post_until(small, 200)


@pytest.fixture(scope="module")
def large(module_valkey: Redis) -> Iterator[httpx.Client]:
    with serving(redis_url=url_of(module_valkey), workers=1, max_body=LARGE, heuristic="strict") as service:
        yield service.client


def test_batch_is_not_read_while_its_answers_are_not(large: httpx.Client) -> None:
    story = "The new bridge is open. " * (LARGE // 25)
    line = json.dumps({"url": PAGE["url"], "html": f"<p>{story}"}).encode() + b"\n"
    with connected(large) as connection:
        connection.sendall(
            b"POST /extract/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Content-Length: 1000000000\r\n\r\n"
        )
        connection.settimeout(3)
        with pytest.raises(TimeoutError):
            send(connection, [line] * 200)  # more than the socket buffers of both ends hold


@pytest.fixture(scope="module")
def position(module_valkey: Redis) -> str:
    """The position of a document of 3 MB, and as much as Markdown: five such answers have room."""
    text = "\u6a4b" * 999_000
    return publish_at(url_of(module_valkey), reading(text=text, markdown=text))[0]


@pytest.mark.parametrize("target", ["/documents/{0}", "/documents?limit=1"])
def test_documents_that_are_not_read_fill_the_room(module_valkey: Redis, position: str, target: str) -> None:
    request = f"GET {target.format(position)} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    with (
        serving(redis_url=url_of(module_valkey), workers=1, max_body=LARGE) as service,
        ExitStack() as clients,
    ):
        answers = [begun(clients.enter_context(connected(service.client)), request) for _ in range(6)]
    assert answers == [b"HTTP/1.1 200"] * 5 + [b"HTTP/1.1 503"]


@pytest.mark.parametrize(("limit", "status"), [(10, 200), (200, 503)])
async def test_page_of_documents_takes_room_for_all_that_it_holds(
    redis: AsyncRedis, publisher: Publisher, limit: int, status: int
) -> None:
    for number in range(100):
        await publisher.publish(reading(f"http://example.com/{number}", text=f"{number:03} " * 250))
    app = FastAPI()
    parts_of(app).stream, parts_of(app).room = DocumentStream(redis), Room(100_000)
    app.include_router(documents.router)
    answer_with_problems(app, {})
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://urltree") as client:
        assert (await client.get(f"/documents?limit={limit}")).status_code == status


async def answers() -> AsyncGenerator[bytes]:
    yield b"a" * (2**18 + 1)
    yield b"b"


async def test_long_answers_are_sent_in_pieces() -> None:
    assert [len(piece) async for piece in in_pieces(answers())] == [2**18, 1, 1]


async def test_answers_are_closed_when_an_error_ends_their_response() -> None:
    ends = list[str]()

    async def endless() -> AsyncGenerator[bytes]:
        try:
            while True:
                yield b"a"
        finally:
            ends.append("closed")

    async def fail(message: Message) -> None:
        if message["type"] == "http.response.body":
            raise EOFError

    response = StreamedResponse(endless(), {}, "text/plain")
    with pytest.raises(EOFError):
        await response({"type": "http"}, asyncio.Future, fail)
    assert ends == ["closed"]
