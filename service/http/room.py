"""A limit on the bytes of requests and answers under way, so that many at a time cannot take all memory."""

from __future__ import annotations

from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING

from starlette.responses import Response, StreamingResponse

from service.http.problems import BUSY, Problem

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Iterator, Mapping

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


class StreamedResponse(StreamingResponse):
    """A response of many answers, in pieces; they are closed as soon as it ends.

    Where an error ends Starlette's, its answers stay open until they are found to be garbage.
    """

    def __init__(self, answers: AsyncGenerator[bytes], headers: Mapping[str, str], media_type: str) -> None:
        self._pieces = in_pieces(answers)
        super().__init__(self._pieces, headers=headers, media_type=media_type)

    async def stream_response(self, send: Send) -> None:
        """Send the answers."""
        async with aclosing(self._pieces):
            await super().stream_response(send)


def pieces(answer: bytes) -> Iterator[bytes]:
    """Cut an answer into pieces, each of which the server sends before it takes the next."""
    return (answer[start : start + _PIECE] for start in range(0, len(answer), _PIECE))


async def in_pieces(answers: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """Cut each of some answers into pieces."""
    async with aclosing(answers):
        async for answer in answers:
            for piece in pieces(answer):
                yield piece
