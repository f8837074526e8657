"""The replayed web on a socket: an HTTP/1.1 forward proxy that answers all requests itself."""

from __future__ import annotations

import asyncio
from contextlib import closing, suppress
from http import HTTPStatus
from typing import TYPE_CHECKING

import httptools

from service.replay.answer import Request, line

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from service.replay.answer import Answer

    #: Answers a request.
    Answering = Callable[[Request], Answer]

_READ = 65_536


async def serve(answering: Answering, listener: socket.socket, stopping: asyncio.Event) -> None:
    """Answer requests until `stopping` is set; connections then break off with the event loop."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # Python 3.11 would report every connection that is open when the event loop ends.
        with closing(writer), suppress(ConnectionError, asyncio.CancelledError):
            await _talk(answering, reader, writer)

    server = await asyncio.start_server(talk, sock=listener)
    await stopping.wait()
    server.close()


async def _talk(answering: Answering, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer one request after another, until one ends the connection."""
    requests = _Requests()
    while data := await reader.read(_READ):
        for request, is_last in requests.read(data):
            answer = answering(request)
            await _send(writer, answer, is_head=request.method == "HEAD", is_last=is_last)
            if is_last or answer.cut:
                return
        if requests.fault:
            answer = line(HTTPStatus.BAD_REQUEST, f"not a request: {requests.fault}")
            await _send(writer, answer, is_head=False, is_last=True)
            return


class _Requests:
    """Bytes in, requests out; its public methods other than `read` are called by httptools."""

    def __init__(self) -> None:
        self._parser = httptools.HttpRequestParser(self)
        self._target = b""
        self._headers: dict[str, str] = {}
        self._read: list[tuple[Request, bool]] = []
        #: Why the bytes are not requests; None as long as they are.
        self.fault: str | None = None

    def read(self, data: bytes) -> Iterator[tuple[Request, bool]]:
        """Yield each request that these bytes complete, and whether its answer is to end the connection."""
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            pass  # CONNECT: it is a request like any other, and is refused
        except httptools.HttpParserError as error:
            self.fault = str(error)
        read, self._read = self._read, []
        yield from read

    def on_url(self, part: bytes) -> None:
        self._target += part

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_message_complete(self) -> None:
        method = self._parser.get_method().decode()
        is_last = method == "CONNECT" or not self._parser.should_keep_alive()
        self._read.append((Request(method, self._target.decode("latin-1"), self._headers), is_last))
        self._target, self._headers = b"", {}


async def _send(writer: asyncio.StreamWriter, answer: Answer, *, is_head: bool, is_last: bool) -> None:
    body = b"" if is_head else answer.body
    half = len(body) // 2 if answer.halt or answer.cut else len(body)
    writer.write(_head(answer, is_last=is_last) + body[:half])
    await writer.drain()
    if not answer.cut:
        await asyncio.sleep(answer.halt)
        writer.write(body[half:])
        await writer.drain()


def _head(answer: Answer, *, is_last: bool) -> bytes:
    headers = dict(answer.headers)
    if answer.status != HTTPStatus.NOT_MODIFIED:
        headers["Content-Length"] = str(len(answer.body))
    if is_last:
        headers["Connection"] = "close"
    lines = (
        f"HTTP/1.1 {int(answer.status)} {HTTPStatus(answer.status).phrase}",
        *(f"{name}: {value}" for name, value in headers.items()),
    )
    return "\r\n".join((*lines, "", "")).encode("latin-1")
