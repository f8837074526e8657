"""Connections whose clients take too long."""

from __future__ import annotations

import http.client
import json
import socket
import time
from threading import Thread
from typing import TYPE_CHECKING

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from service.http import timedprotocol
from service.http.timedprotocol import TimedProtocol

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send

HEAD = b"POST /%b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
LAST = HEAD.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
CHUNKED = b"POST /read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)

#: Seconds that a client may take, and a timeout well beyond that.
PATIENCE, LONG = 0.5, 30.0

#: Seconds for which uvicorn keeps idle connections.
KEPT = 5.0


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at once, or after reading the body; keep a WebSocket open."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    while scope["path"] == "/read" and (await receive()).get("more_body"):
        pass
    await PlainTextResponse("ok")(scope, receive, send)


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """A connection to a server."""
    monkeypatch.setattr(timedprotocol, "PATIENCE", PATIENCE)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(answer, http=TimedProtocol, lifespan="off", log_level="warning"))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        with socket.create_connection(listener.getsockname(), timeout=LONG) as connection:
            yield connection
    finally:
        server.should_exit = True
        thread.join()


def is_closed(client: socket.socket) -> bool:
    """Send byte after byte; return whether the server closes the connection soon."""
    end = time.monotonic() + 10 * PATIENCE
    try:
        while time.monotonic() < end:
            client.sendall(b"x")
            client.settimeout(PATIENCE / 5)
            try:
                if not client.recv(1_000):
                    return True
            except TimeoutError:
                continue
    except (ConnectionError, BrokenPipeError):
        return True
    return False


def test_silent_connection_is_closed(client: socket.socket) -> None:
    assert client.recv(1) == b""


def test_connection_with_an_endless_head_is_closed(client: socket.socket) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nX: ")
    assert is_closed(client)


def test_connection_with_an_endless_second_head_is_closed(client: socket.socket) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert client.recv(4) == b"HTTP"
    client.sendall(b"GET / HTTP/1.1\r\nX: ")
    assert is_closed(client)


@pytest.mark.parametrize("head", [HEAD, LAST])
def test_connection_that_keeps_sending_an_answered_body_is_closed(client: socket.socket, head: bytes) -> None:
    client.sendall(head % b"")
    assert client.recv(4) == b"HTTP"
    assert is_closed(client)


def test_answer_outlives_the_rest_of_the_last_body(client: socket.socket) -> None:
    client.sendall(LAST % b"" + b"x")
    assert client.recv(4) == b"HTTP"
    for _ in range(3):  # the second would fail, had the first met a closed connection
        client.sendall(b"x")
        time.sleep(PATIENCE / 10)
    assert client.recv(1_000).endswith(b"ok")


@pytest.mark.parametrize("path", [b"", b"read"])
def test_connection_is_closed_at_once_after_the_last_answer(client: socket.socket, path: bytes) -> None:
    client.sendall(LAST % path + b"x" * 1_000)
    client.settimeout(KEPT / 2)
    assert b"".join(iter(lambda: client.recv(1_000), b"")).endswith(b"ok")


def test_pipelined_requests_are_answered_before_the_connection_is_closed(client: socket.socket) -> None:
    client.sendall(HEAD % b"read" + b"x" * 1_000 + LAST % b"read" + b"x" * 1_000)
    answers = b"".join(iter(lambda: client.recv(1_000), b""))
    assert answers.count(b"HTTP/1.1 200") == 2


def test_body_that_is_being_read_may_be_slow(client: socket.socket) -> None:
    client.sendall(HEAD % b"read" + b"x" * 999)
    time.sleep(3 * PATIENCE)
    client.sendall(b"x")
    assert client.recv(4) == b"HTTP"


@pytest.mark.parametrize("method", [b"GET", b"POST"])
@pytest.mark.parametrize("body", [b"", b"x"])
def test_websocket_request_with_a_body_is_refused_and_closed(
    client: socket.socket, method: bytes, body: bytes
) -> None:
    client.sendall(SOCKET.replace(b"GET", method) + b"Content-Length: 1\r\n\r\n" + body)
    assert client.recv(12) == b"HTTP/1.1 400"
    assert is_closed(client)


def test_websocket_may_be_silent(client: socket.socket) -> None:
    client.sendall(SOCKET + b"\r\n")
    assert client.recv(1_000).startswith(b"HTTP/1.1 101")
    client.settimeout(3 * PATIENCE)
    with pytest.raises(TimeoutError):
        client.recv(1)


@pytest.mark.parametrize(
    "begun", [b"GET /", b"GET / HTTP/1.1\r\nX: ", CHUNKED + b"1\r\nx\r\n0\r\nX: ", CHUNKED + b"1;"]
)
def test_too_long_head_or_trailer_is_refused(client: socket.socket, begun: bytes) -> None:
    client.sendall(begun)
    time.sleep(PATIENCE / 5)
    counted = 0 if begun.startswith(CHUNKED) else len(begun)
    client.sendall(b"x" * (2**16 + 1 - counted))  # one more byte would reset the connection
    answer = b"".join(iter(lambda: client.recv(1_000), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"more than 65536 bytes of headers; send fewer" in answer


@pytest.mark.parametrize(("more", "status"), [(0, 200), (1, 400)])
def test_head_of_64_kib_is_taken_and_one_byte_more_refused_though_it_comes_at_once(
    client: socket.socket, more: int, status: int
) -> None:
    first, end = b"GET / HTTP/1.1\r\nX: ", b"\r\n\r\n"
    client.sendall(first + b"x" * (2**16 + more - len(first + end)) + end)
    answer = http.client.HTTPResponse(client)
    answer.begin()
    assert answer.status == status


def test_long_head_after_a_body_is_refused_as_such(client: socket.socket) -> None:
    body = b"POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nx"
    client.sendall(body + b"GET / HTTP/1.1\r\nX: " + b"x" * 2**16 + b"\r\n\r\n")
    answer = b"".join(iter(lambda: client.recv(1_000), b""))
    assert b"more than 65536 bytes of headers; send fewer" in answer


def test_url_that_is_too_long_for_the_parser_is_refused_as_such(client: socket.socket) -> None:
    client.sendall(b"GET /?html=" + b"x" * 2**16 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = http.client.HTTPResponse(client)
    answer.begin()
    assert json.load(answer)["detail"] == "more than 65536 bytes of headers; send fewer"


def test_url_that_is_not_ascii_is_refused_with_a_problem(client: socket.socket) -> None:
    client.sendall("GET /extract?url=http://e.org/ä HTTP/1.1\r\nHost: e.org\r\n\r\n".encode())
    answer = http.client.HTTPResponse(client)
    answer.begin()
    assert answer.status == 400
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert "percent-encode" in json.load(answer)["detail"]


def test_body_may_exceed_the_limit_of_headers(client: socket.socket) -> None:
    client.sendall(CHUNKED + (b"8000\r\n" + b"x" * 2**15 + b"\r\n") * 4 + b"0\r\n\r\n")
    assert client.recv(12) == b"HTTP/1.1 200"
