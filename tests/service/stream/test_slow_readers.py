"""Who does not read takes no memory that others need, and holds up no stop."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import psutil
import pytest
from processes import serving
from readings import reading
from redis.asyncio import Redis
from valkeys import PATIENCE

from service.stream.publish import DocumentStream
from urltree.models import Retention

if TYPE_CHECKING:
    from collections.abc import Iterator

    from processes import Service

#: Documents, their characters, and clients that ask for all of them.
DOCUMENTS, CHARS, CLIENTS = 40, 200_000, 20

#: Paths that answer with all documents.
PATHS = ["/documents", "/stream?after=0"]


@pytest.fixture
def service(valkey_url: str) -> Iterator[Service]:
    """A service whose stream has more than the sockets of a client take."""

    async def publish() -> None:
        async with Redis.from_url(valkey_url, socket_timeout=PATIENCE) as redis:
            stream = DocumentStream(redis, Retention())
            for number in range(DOCUMENTS):
                text = f"{number} " * (CHARS // 3)
                await stream.publish(reading(f"http://example.com/{number}", text=text))

    asyncio.run(publish())
    with serving(redis_url=valkey_url, workers=1) as running:
        yield running


@contextmanager
def asking(service: Service, path: str) -> Iterator[socket.socket]:
    """Send a request, and read no more than the head of its answer."""
    url = service.client.base_url
    with socket.create_connection((url.host, url.port), timeout=60) as connection:
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 200 ")
        yield connection


@pytest.mark.parametrize("path", PATHS)
def test_who_does_not_read_holds_no_more_than_a_little(service: Service, path: str) -> None:
    process = psutil.Process(service.process.pid)
    service.client.get("/documents")
    before = process.memory_info().rss
    with ExitStack() as clients:
        for _ in range(CLIENTS):
            clients.enter_context(asking(service, path))
        time.sleep(1)
        assert process.memory_info().rss - before < CLIENTS * DOCUMENTS * CHARS / 2


@pytest.mark.parametrize("path", PATHS)
def test_who_does_not_read_is_cut_off_soon_when_the_service_stops(service: Service, path: str) -> None:
    with asking(service, path):
        service.process.terminate()
        assert service.process.wait(8) == 0
    assert service.complaints() == ""


@pytest.mark.parametrize("path", PATHS)
def test_who_reads_has_an_answer_with_an_end_when_the_service_stops(service: Service, path: str) -> None:
    with service.client.stream("GET", path) as answer:
        service.process.terminate()
        assert answer.read().endswith(b"\n")  # else httpx raises
