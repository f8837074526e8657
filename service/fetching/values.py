"""What goes into fetching, and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    import httpx

    #: Names and values as they were sent, in order.
    Headers = Sequence[tuple[bytes, bytes]]

    #: Fetches the page at a URL. Raises `FetchError`.
    Fetch = Callable[[str], Awaitable["Fetched"]]

#: The most characters of a URL. Servers need not take more than 8,000 (RFC 9110 §4.1), and a longer one is
#: costly to match with a hostile robots.txt.
MAX_LENGTH = 8_192


@dataclass(frozen=True, slots=True)
class FetchSettings:
    """How much may be fetched, from where, and how politely."""

    #: URL or address of whoever runs the service, for those who wonder about its requests.
    contact: str | None = None
    #: Host names and networks that may be connected to although they are not public.
    allow_hosts: tuple[str, ...] = ()
    #: ``http://`` or ``https://`` URL of a proxy that makes the connections.
    proxy: str | None = None
    #: The most bytes of a body, after decompression.
    max_bytes: int = 10 * 2**20
    #: Seconds that a fetch may take, with redirects but without waits for turns.
    max_seconds: float = 30.0
    #: Requests a second to one host, of all workers together.
    rate: float = 1.0
    #: How many requests may be sent at once after a pause.
    burst: int = 3
    #: The most seconds that a fetch waits for its first turn.
    max_wait: float = 3.0
    respect_robots: bool = True

    @property
    def user_agent(self) -> str:
        """The name we go by."""
        name = f"urltree/{version('urltree')}"
        return f"{name} (+{self.contact})" if self.contact else name


@dataclass(frozen=True, slots=True, kw_only=True)
class _Received:
    """What an answer says about itself."""

    #: The response URL: after redirects, without fragment.
    url: str
    #: Seconds since the epoch.
    received: float
    #: Where permanent redirects, from the first on, lead; None if the first was not permanent.
    moved_to: str | None = None
    #: As it was sent, to be sent back as it is.
    etag: str | None = None
    #: As it was sent, to be sent back as it is.
    last_modified: str | None = None
    #: Seconds for which Cache-Control says the answer is fresh.
    max_age: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched(_Received):
    """A page or feed; also a page that was kept, or a feed that a hub has pushed, of which less is known."""

    #: Decompressed.
    body: bytes
    #: As declared by Content-Type.
    charset: str | None = None
    #: The WebSub hub, and the feed's own URL, that Link headers give, maybe relative.
    hub: str | None = None
    self_url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotModified(_Received):
    """A feed that is unchanged; validators that the answer leaves out are those that were sent."""


class Exchange(NamedTuple):
    """A GET for a page and the whole answer to it, as they went over the network."""

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
