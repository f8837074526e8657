"""Connections on which no request comes: of those that a process may have, strangers could hold all open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

if TYPE_CHECKING:
    from asyncio import TimerHandle, Transport

#: Seconds that the head of a request may take, and what a client goes on to send that was answered already.
PATIENCE = 20.0


class Impatient(HttpToolsProtocol):
    """Closes connections whose clients take too long; uvicorn does so only between two requests."""

    _late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for a request."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Wait for the head."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """Leave the body to whoever answers."""
        self._wait_no_more()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """Leave the connection to a socket, unless the request, as one with a body, cannot begin it."""
        super().handle_websocket_upgrade()
        if not getattr(self.transport.get_protocol(), "handshake_initiated", True):  # it would say nothing
            self.send_400_response("Invalid HTTP request received.")

    def on_response_complete(self) -> None:
        """Wait for the rest of a body that nobody reads."""
        super().on_response_complete()
        if self.cycle.more_body:
            self._wait()

    def _wait(self) -> None:
        self._wait_no_more()
        self._late = self.loop.call_later(PATIENCE, self.timeout_keep_alive_handler)

    def _wait_no_more(self) -> None:
        if self._late:
            self._late.cancel()
