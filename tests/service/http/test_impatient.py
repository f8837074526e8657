"""Connections whose clients take too long, one fact a test."""

from __future__ import annotations

import socket
import time
from threading import Thread
from typing import TYPE_CHECKING

import pytest
import uvicorn
from starlette.responses import PlainTextResponse

from service.http import impatient
from service.http.impatient import Impatient

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send

HEAD = b"POST /%b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
CHUNKED = b"POST /read HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
SOCKET = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)

#: Seconds: as long as a client may take, and what is long after that.
PATIENCE, LONG = 0.5, 30.0


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at once, or once the body has come; keep a socket open."""
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
    monkeypatch.setattr(impatient, "PATIENCE", PATIENCE)
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(answer, http=Impatient, lifespan="off", log_level="warning"))
    thread = Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        with socket.create_connection(listener.getsockname(), timeout=LONG) as connection:
            yield connection
    finally:
        server.should_exit = True
        thread.join()


def is_closed(client: socket.socket, drip: bytes = b"x") -> bool:
    """Send byte after byte; say whether the server closes the connection before long."""
    end = time.monotonic() + 10 * PATIENCE
    try:
        while time.monotonic() < end:
            client.sendall(drip)
            client.settimeout(PATIENCE / 5)
            try:
                if not client.recv(1_000):
                    return True
            except TimeoutError:
                continue
    except (ConnectionError, BrokenPipeError):
        return True
    return False


def test_one_that_sends_nothing_is_closed(client: socket.socket) -> None:
    assert client.recv(1) == b""


def test_one_whose_head_does_not_end_is_closed(client: socket.socket) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nX: ")
    assert is_closed(client)


def test_one_whose_second_head_does_not_end_is_closed(client: socket.socket) -> None:
    client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert client.recv(4) == b"HTTP"
    client.sendall(b"GET / HTTP/1.1\r\nX: ")
    assert is_closed(client)


def test_one_that_goes_on_with_a_body_that_was_answered_is_closed(client: socket.socket) -> None:
    client.sendall(HEAD % b"")
    assert client.recv(4) == b"HTTP"
    assert is_closed(client)


def test_one_whose_body_is_read_may_take_its_time(client: socket.socket) -> None:
    client.sendall(HEAD % b"read" + b"x" * 999)
    time.sleep(3 * PATIENCE)
    client.sendall(b"x")
    assert client.recv(4) == b"HTTP"


@pytest.mark.parametrize("method", [b"GET", b"POST"])
@pytest.mark.parametrize("body", [b"", b"x"])
def test_one_that_asks_for_a_socket_with_a_body_is_closed(
    client: socket.socket, method: bytes, body: bytes
) -> None:
    client.sendall(SOCKET.replace(b"GET", method) + b"Content-Length: 1\r\n\r\n" + body)
    assert client.recv(12) == b"HTTP/1.1 400"
    assert is_closed(client)


def test_a_socket_may_be_silent(client: socket.socket) -> None:
    client.sendall(SOCKET + b"\r\n")
    assert client.recv(1_000).startswith(b"HTTP/1.1 101")
    client.settimeout(3 * PATIENCE)
    with pytest.raises(TimeoutError):
        client.recv(1)


@pytest.mark.parametrize(
    "begun", [b"GET /", b"GET / HTTP/1.1\r\nX: ", CHUNKED + b"1\r\nx\r\n0\r\nX: ", CHUNKED + b"1;"]
)
def test_one_whose_head_or_trailer_is_too_long_is_told(client: socket.socket, begun: bytes) -> None:
    client.sendall(begun)
    time.sleep(PATIENCE / 5)
    counted = 0 if begun.startswith(CHUNKED) else len(begun)
    client.sendall(b"x" * (2**16 + 1 - counted))  # one more would have the connection reset
    answer = b"".join(iter(lambda: client.recv(1_000), b""))
    assert answer.startswith(b"HTTP/1.1 400")
    assert answer.endswith(b"over 65536 bytes of headers: send fewer.")


def test_a_body_may_be_longer(client: socket.socket) -> None:
    client.sendall(CHUNKED + (b"8000\r\n" + b"x" * 2**15 + b"\r\n") * 4 + b"0\r\n\r\n")
    assert client.recv(12) == b"HTTP/1.1 200"
