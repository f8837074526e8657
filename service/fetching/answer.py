"""An answer as it comes in: its headers at once, its body as far as it is wanted."""

from __future__ import annotations

import asyncio
import re
import time
from contextlib import suppress
from http import HTTPStatus
from string import printable
from typing import TYPE_CHECKING
from urllib.parse import quote

import httpcore
import httpx

from service.fetching import headers
from service.fetching.decoding import Decoder
from service.fetching.errors import FetchError, Reason
from service.fetching.failures import FAILURES
from service.fetching.large import LARGE
from service.fetching.urls import host_of
from service.fetching.values import Exchange

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.fetching.large import LargeBodies
    from service.fetching.urls import Trail
    from service.fetching.values import Headers
    from service.http.media import MediaType

#: The most bytes of an unwanted body that are read, so that its connection can be used again; and the most
#: seconds for that, about what another connection would take.
_SHORT, _SOON = 65_536, 1.0

#: The most pieces of a body, and those that are taken in a row: a chunk of one byte costs as much as others.
_PIECES, _IN_A_ROW = 20_000, 100

#: The most links that are read from an answer, and what is between two.
_LINKS = 32
_NEXT_LINK = re.compile(r",\s*(?=<)")

_REDIRECTS = {301, 302, 303, 307, 308}

#: Seconds to leave a host alone that answers 429 without saying for how long.
_PAUSE = 60.0


class Answer:
    """The answer to a request, which was sent with some headers; `clock` has the time of its fetch."""

    def __init__(
        self, trail: Trail, response: httpcore.Response, sent: Headers, clock: asyncio.Timeout
    ) -> None:
        self.trail = trail
        self.host = host_of(trail.url)
        self.status = response.status
        self.received = time.time()
        #: Whether the body was read to its end.
        self.is_read = False
        self._sent = sent
        self._clock = clock
        self._response = response
        self._stream = self._pieces()
        #: The part of the body that was received, still compressed, if it is to be kept.
        self._raw = bytearray()
        # Latin-1 loses nothing, so that validators can be sent back as they came.
        self._headers = httpx.Headers(response.headers, encoding="latin-1")

    def header(self, name: str) -> str | None:
        """Return a header; if it was sent several times, the first."""
        return next(iter(self._headers.get_list(name)), None)

    @property
    def set_cookies(self) -> list[str]:
        """The ``Set-Cookie`` headers."""
        return self._headers.get_list("set-cookie")

    def link(self, relation: str) -> str | None:
        """Return where the first link of this relation leads (RFC 8288), maybe relative."""
        parts = [part for line in self._headers.get_list("link") for part in _NEXT_LINK.split(line)]
        return next(filter(None, (_target(part, relation) for part in parts[:_LINKS])), None)

    @property
    def redirect(self) -> str | None:
        """Where the answer redirects to, maybe relative; None if it does not."""
        location = self.header("location")
        if self.status not in _REDIRECTS or not location:
            return None
        try:
            return location.encode("latin-1").decode()
        except UnicodeDecodeError:  # as browsers do: only the server knows its charset
            return quote(location, safe=printable, encoding="latin-1")

    @property
    def moved_to(self) -> str | None:
        """Where permanent redirects, from the first on, have led; None if the first was not permanent."""
        return str(self.trail.moved_to) if self.trail.moved_to else None

    @property
    def media_type(self) -> MediaType:
        """What the body is declared to be."""
        return headers.content_type(self.header("content-type") or "")

    @property
    def max_age(self) -> int | None:
        """Seconds for which the answer says it is fresh."""
        return headers.max_age(self._headers.get("cache-control", ""))

    @property
    def retry_after(self) -> float | None:
        """Seconds that the answer asks to wait."""
        return headers.retry_after(self.header("retry-after") or "", self.received)

    @property
    def hold(self) -> float | None:
        """Seconds for which the host is to be left alone, because it has too much to do."""
        if self.status == HTTPStatus.TOO_MANY_REQUESTS:
            return self.retry_after or _PAUSE
        return self.retry_after if self.status == HTTPStatus.SERVICE_UNAVAILABLE else None

    def error(self) -> FetchError:
        """Return the answer as an HTTP error."""
        return FetchError.of_status(
            self.host,
            self.status,
            self.retry_after,
            is_elsewhere=not self.trail.moving,
            is_redirect=self.redirect is not None,
        )

    async def read(self, limit: int, *, keep: bool = False, large: LargeBodies | None = None) -> bytes:
        """Read the body and decompress it; stop soon after `limit` bytes, compressed or decompressed.

        With `keep`, the body is also kept as received, for `exchange`, in as many bytes again. A body that
        becomes large waits to be one of `large`.
        """
        decoder = Decoder(self._headers.get("content-encoding", ""))
        body, length = bytearray(), 0
        async for data in self._stream:
            length += len(data)
            if keep:
                self._raw += data
            for step in decoder.decode(data):
                body += step
                if len(body) > limit:
                    return bytes(body)
                if large and len(body) > LARGE:
                    await large.enter(self._clock)
            if length > limit:
                return bytes(body)
            if large and len(self._raw) > LARGE:
                await large.enter(self._clock)
        decoder.finish()
        self.is_read = True
        return bytes(body)

    async def read_all(self, limit: int, *, keep: bool = False, large: LargeBodies | None = None) -> bytes:
        """Read the whole body as `read` does. Raises `FetchError` if it has more than `limit` bytes."""
        body = await self.read(limit, keep=keep, large=large)
        if not self.is_read:
            raise FetchError(Reason.TOO_LARGE, f"{self.host} sends more than {limit:,} bytes")
        return body

    @property
    def exchange(self) -> Exchange:
        """Request and answer as they went over the network, once the body is read and kept."""
        extensions = self._response.extensions
        return Exchange(
            url=self.trail.url,
            time=self.received,
            protocol=extensions["http_version"].decode("latin-1"),
            sent=self._sent,
            status=self.status,
            reason=extensions.get("reason_phrase", b"").decode("latin-1"),
            headers=self._response.headers,
            body=bytes(self._raw),
        )

    async def _pieces(self) -> AsyncIterator[bytes]:
        """Yield the body as it comes, and give way to others now and then, even if all of it is there."""
        number = 0
        async for piece in self._response.aiter_stream():
            number += 1
            if number > _PIECES:
                raise httpcore.RemoteProtocolError(f"its body comes in more than {_PIECES:,} pieces")
            if number % _IN_A_ROW == 0:
                await asyncio.sleep(0)
            yield piece

    async def skip(self) -> None:
        """Read a short body to its end and drop it. One that is long, is slow or breaks off is left."""
        length = 0
        with suppress(*FAILURES):
            async with asyncio.timeout(_SOON):
                async for data in self._stream:
                    length += len(data)
                    if length > _SHORT:
                        return
            self.is_read = True


def _target(link: str, relation: str) -> str | None:
    """Read a single link, because httpx keeps only one of each relation; None if it has another relation."""
    links = httpx.Response(200, headers=httpx.Headers({"Link": link}, "latin-1")).links.values()
    has_relation = (each.get("url") for each in links if relation in each.get("rel", "").lower().split())
    return next(has_relation, None)
