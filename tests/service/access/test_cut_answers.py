"""Answers that are cut, because their reader has logged out."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import httpx
import pytest
from processes import serving
from readings import publish_at, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from processes import Service

KEY = "0123456789abcdefghijklmn"

#: An answer of 6 MB, more than the socket buffers of a client hold that reads none of it.
LONG = "\u6a4b" * 999_000

#: How a client keeps its end of a connection from holding much.
SMALL = [(socket.SOL_SOCKET, socket.SO_RCVBUF, 2**17)]


@pytest.fixture
def service(valkey_url: str) -> Iterator[Service]:
    with serving(redis_url=valkey_url, workers=1, api_keys=KEY) as running:
        yield running


@pytest.fixture
def position(valkey_url: str) -> str:
    """The position of the last of two documents."""
    pages = [reading(f"http://example.com/{number}", text=LONG, markdown=LONG) for number in (1, 2)]
    return publish_at(valkey_url, *pages)[-1]


def cut(service: Service, path: str) -> None:
    """Read the head of an answer, log out, and read the rest. Raises `httpx.RemoteProtocolError`."""
    transport = httpx.HTTPTransport(socket_options=SMALL)
    with httpx.Client(base_url=service.client.base_url, transport=transport, timeout=60) as client:
        client.post("/login", data={"key": KEY})
        with client.stream("GET", path) as answer:
            client.post("/logout")
            answer.read()


@pytest.mark.parametrize("path", ["/documents", "/documents/{}"], ids=["stream", "known length"])
def test_reader_sees_that_an_answer_was_cut(service: Service, position: str, path: str) -> None:
    with pytest.raises(httpx.RemoteProtocolError, match="without sending complete"):
        cut(service, path.format(position))


def test_answer_that_is_cut_is_not_logged(service: Service, position: str) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        cut(service, f"/documents/{position}")
    service.process.terminate()
    assert service.complaints() == ""
