"""A page as it came over the network."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    #: Names and values as they were sent, in order.
    Headers = Sequence[tuple[bytes, bytes]]


class Exchange(NamedTuple):
    """A GET and the whole answer to it."""

    #: Without fragment.
    url: httpx.URL
    #: Seconds since the epoch at which the answer began.
    time: float
    #: ``HTTP/1.1``, ``HTTP/2``.
    protocol: str
    sent: Headers
    status: int
    #: Empty over HTTP/2, which has none.
    reason: str
    headers: Headers
    #: Still in its Content-Encoding; chunks of HTTP/1.1 are joined.
    body: bytes
