"""Slow readers neither exhaust memory nor delay a shutdown."""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import psutil
import pytest
from processes import connected, serving
from readings import publish_at, reading

if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator

    from processes import Service

#: Documents, characters of each, and clients that request all of them.
DOCUMENTS, CHARS, CLIENTS = 40, 200_000, 20

#: Paths that return all documents.
PATHS = ["/documents", "/stream?after=0"]


@pytest.fixture
def service(valkey_url: str) -> Iterator[Service]:
    """A service whose stream is longer than what the socket buffers of a client hold."""
    pages = (
        reading(f"http://example.com/{number}", text=f"{number} " * (CHARS // 3))
        for number in range(DOCUMENTS)
    )
    publish_at(valkey_url, *pages)
    with serving(redis_url=valkey_url, workers=1) as running:
        yield running


@contextmanager
def requesting(service: Service, path: str) -> Iterator[socket.socket]:
    """Send a request, and read only the head of the response."""
    with connected(service.client) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
        yield connection


def test_clients_that_do_not_read_take_little_memory(service: Service) -> None:
    process = psutil.Process(service.process.pid)
    service.client.get("/documents")
    before = process.memory_info().rss
    with ExitStack() as clients:
        for path in PATHS * (CLIENTS // 2):
            clients.enter_context(requesting(service, path))
        time.sleep(1)
        assert process.memory_info().rss - before < CLIENTS * DOCUMENTS * CHARS / 4


def test_clients_that_do_not_read_are_disconnected_soon_after_shutdown(service: Service) -> None:
    with ExitStack() as clients:
        for path in PATHS:
            clients.enter_context(requesting(service, path))
        service.process.terminate()
        assert service.process.wait(8) == 0
    assert service.complaints() == ""


def test_readers_get_complete_responses_on_shutdown(service: Service) -> None:
    with ExitStack() as readers:
        answers = [readers.enter_context(service.client.stream("GET", path)) for path in PATHS]
        service.process.terminate()
        assert [answer.read()[-1:] for answer in answers] == [b"\n"] * len(PATHS)  # else httpx raises
