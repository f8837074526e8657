"""Limits on the time and size of requests, so that strangers cannot hold open all connections of a process.

The size of a head is limited because the process has all of it in memory, whoever sends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service.http.problems import NOT_HTTP, PROBLEM_JSON, Problem

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

#: Seconds in which the head of a request must arrive, and the rest of a body that was already answered.
PATIENCE = 20.0

#: Bytes of a head, or of what a body has besides its data, such as trailers.
_LONGEST = 2**16

_TOO_LONG = f"more than {_LONGEST} bytes of headers; send fewer"


class TimedProtocol(HttpToolsProtocol):
    """Closes connections whose clients take too long; uvicorn does so only between two requests."""

    _late: TimerHandle | None = None
    #: Bytes received since a head was complete or data of a body came.
    _idle = 0
    #: Whether the connection is to be closed after this answer.
    _is_last = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for a request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what came, unless the head or trailers are too long."""
        self._idle += len(data)
        super().data_received(data)
        if self._idle > _LONGEST and not self.transport.is_closing():
            self._refuse(_TOO_LONG)

    def on_body(self, body: bytes) -> None:
        """Leave the body to whoever answers."""
        self._idle = 0
        super().on_body(body)

    def on_message_begin(self) -> None:
        """Wait for the head."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """Stop waiting for the head. Raises `ValueError`, which the parser passes on, if it is too long."""
        self._stop_waiting()
        self._idle = self._head_size()
        if self._idle > _LONGEST:
            raise ValueError(_TOO_LONG)
        super().on_headers_complete()
        self._idle = 0
        if self.cycle and not self.cycle.keep_alive:  # uvicorn would close while a body is still coming
            self._is_last = self.cycle.keep_alive = True

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection to a WebSocket, unless the request cannot start one, as one with a body."""
        super().handle_websocket_upgrade()
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):  # else no answer
            self._refuse("a request that starts a WebSocket has no body; send none")

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002 -- it does not say what to correct
        """Refuse what the parser cannot read, and close."""
        if self._idle > _LONGEST:  # as with a URL that is too long for the parser
            self._refuse(_TOO_LONG)
        else:
            self._refuse("it cannot be read as HTTP/1.1; in URLs, percent-encode what is not ASCII")

    def on_response_complete(self) -> None:
        """Wait for the rest of a body that nobody reads: closed before, TCP would drop the answer."""
        super().on_response_complete()
        if self.cycle.more_body:
            self._wait()
        elif self._is_last and self.cycle.response_complete:
            self.transport.close()

    def _head_size(self) -> int:
        first = len(self.parser.get_method()) + len(self.url) + len("  HTTP/1.1\r\n\r\n")
        return first + sum(len(name) + len(value) + len(": \r\n") for name, value in self.headers)

    def _refuse(self, detail: str) -> None:
        body = Problem(NOT_HTTP, detail).body()
        head = (
            f"HTTP/1.1 400 Bad Request\r\nContent-Type: {PROBLEM_JSON}\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()

    def _wait(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(PATIENCE, self.timeout_keep_alive_handler)

    def _stop_waiting(self) -> None:
        if self._late:
            self._late.cancel()
