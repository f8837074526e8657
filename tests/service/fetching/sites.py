"""Web sites, each a server on the loopback interface."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

import pytest
import trustme
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.events import RequestReceived, WindowUpdated

from service.fetching.errors import FetchError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from contextlib import AbstractAsyncContextManager
    from pathlib import Path

    from service.fetching.fetcher import Fetcher

    #: What the fixture `make_fetcher` gives.
    MakeFetcher = Callable[..., AbstractAsyncContextManager[Fetcher]]
    Play = Callable[[asyncio.StreamWriter], Awaitable[None]]

#: The head of a page, without the blank line that ends it.
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


class Request(NamedTuple):
    target: str
    headers: dict[str, str]
    #: The raw bytes.
    head: bytes = b""


class Site:
    """Answers each target with the bytes or the function that a test puts there, all others with 404."""

    def __init__(self) -> None:
        self.answers: dict[str, bytes | Play] = {}
        self.requests: list[Request] = []
        self.connections = 0
        self.port = 0

    def url(self, target: str = "/", host: str = "127.0.0.1", scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{target}"

    @property
    def targets(self) -> list[str]:
        """The requested targets, without robots.txt."""
        return [request.target for request in self.requests if request.target != "/robots.txt"]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            while True:
                await self._answer(_request(await reader.readuntil(b"\r\n\r\n")), writer)

    async def _answer(self, request: Request, writer: asyncio.StreamWriter) -> None:
        self.requests.append(request)
        answer = self.answers.get(request.target, reply(404))
        if callable(answer):
            await answer(writer)
        else:
            writer.write(answer)
            await writer.drain()


def _request(head: bytes) -> Request:
    first, *lines = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    headers = (line.partition(": ") for line in lines)
    return Request(first.split()[1], {name.lower(): value for name, _, value in headers}, head)


def reply(status: int = 200, body: bytes = b"", **headers: str) -> bytes:
    """Return a response; underscores in names of headers stand for hyphens, and None omits a header."""
    given = {"content-length": str(len(body))} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in given.items() if value is not None)
    return f"HTTP/1.1 {status} x\r\n{lines}\r\n".encode("latin-1") + body


def page(body: bytes = b"<p>text</p>", **headers: str) -> bytes:
    return reply(200, body, **{"content_type": "text/html"} | headers)


def moved(status: int, location: str) -> bytes:
    return reply(status, location=location)


def hang_up(begun: bytes) -> Play:
    """Begin a response and close the connection."""

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(begun)
        await writer.drain()
        raise ConnectionResetError

    return play


def say_on(begun: bytes, more: bytes, pause: float = 0) -> Play:
    """Begin a response and never end it."""

    async def play(writer: asyncio.StreamWriter) -> None:
        writer.write(begun)
        while True:
            writer.write(more)
            await writer.drain()
            await asyncio.sleep(pause)

    return play


async def refusal(fetcher: Fetcher, url: str) -> FetchError:
    with pytest.raises(FetchError) as error:
        await fetcher.page(url)
    return error.value


@asynccontextmanager
async def running(
    site: Site, host: str = "127.0.0.1", tls: ssl.SSLContext | None = None
) -> AsyncIterator[Site]:
    tasks: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await site.serve(reader, writer)
        finally:
            writer.transport.abort()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.create_task(serve(reader, writer)))

    server = await asyncio.start_server(connected, host, site.port, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def trusted(host: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """Issue a certificate for a host that fetchers made from now on trust."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(folder / "authority.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(folder / "authority.pem"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(host).configure_cert(context)
    return context


class Stream(NamedTuple):
    """What is sent on a stream of HTTP/2, and what is sent on the connection instead of its end."""

    headers: dict[str, str]
    body: bytes = b""
    rest: bytes = b""


#: No response at all.
SILENCE = Stream({})


class Http2Site(Site):
    """Speaks HTTP/2, over TLS; its answers are `Stream`s."""

    def __init__(self) -> None:
        super().__init__()
        self._targets: dict[int, str] = {}

    def url(self, target: str = "/", host: str = "127.0.0.1", scheme: str = "https") -> str:
        return super().url(target, host, scheme)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        # Tests send invalid headers on purpose.
        connection = H2Connection(
            H2Configuration(client_side=False, header_encoding="utf-8", validate_outbound_headers=False)
        )
        connection.initiate_connection()
        with suppress(ConnectionError):
            writer.write(connection.data_to_send())
            while data := await reader.read(65_536):
                for event in connection.receive_data(data):
                    if isinstance(event, WindowUpdated) and event.stream_id:
                        writer.write(self._send(connection, event.stream_id))
                    elif isinstance(event, RequestReceived):
                        self._targets[event.stream_id] = dict(event.headers)[":path"]
                writer.write(connection.data_to_send())
                await writer.drain()

    def _send(self, connection: H2Connection, stream: int) -> bytes:
        """Answer once the client has widened the stream's window, as it does after each request."""
        target = self._targets.pop(stream)
        self.requests.append(Request(target, {}))
        answer = self.answers.get(target, Stream({":status": "404"}))
        if answer is SILENCE:
            return b""
        connection.send_headers(stream, list(answer.headers.items()))
        for start in range(0, len(answer.body), 16_384):
            connection.send_data(stream, answer.body[start : start + 16_384])
        if not answer.rest:
            connection.end_stream(stream)
        return connection.data_to_send() + answer.rest
