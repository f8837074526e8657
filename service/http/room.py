"""A limit on the bytes of requests and answers under way, so that many at a time cannot take all memory."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from starlette.responses import Response

from service.http.problems import BUSY, Problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from starlette.types import Receive, Scope, Send

#: Number of bodies of the largest size that there is room for.
BODIES = 32

#: Bytes of an answer that the server buffers at a time, until its client takes them.
_PIECE = 2**18


class Room:
    """Bytes that all requests together may hold."""

    def __init__(self, size: int) -> None:
        self.free = size

    @contextmanager
    def share(self) -> Iterator[Share]:
        """Lend a request what it takes until the context ends."""
        share = Share(self)
        try:
            yield share
        finally:
            self.free += share.size


class Share:
    """What one request holds of the room."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.size = 0

    def take(self, size: int) -> None:
        """Hold `size` bytes more. Raises `Problem` if there is no room for them."""
        if size > self._room.free:
            raise Problem(BUSY, "too much is under way; send the request again a little later")
        self._room.free -= size
        self.size += size


class PacedResponse(Response):
    """A response that ends once its client has taken it; Starlette's ends once it is in a buffer."""

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        """Send the body in pieces, its end last: the server makes us wait while it has much left to send."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for piece in pieces(bytes(self.body)):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


def pieces(answer: bytes) -> Iterator[bytes]:
    """Cut an answer into pieces, each of which the server sends before it takes the next."""
    return (answer[start : start + _PIECE] for start in range(0, len(answer), _PIECE))


async def in_pieces(answers: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Cut each of some answers into pieces."""
    async for answer in answers:
        for piece in pieces(answer):
            yield piece
