"""What a host asks of robots (RFC 9309)."""

from __future__ import annotations

import asyncio
import re
import time
import zlib
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakValueDictionary

from cachetools import LRUCache
from protego import Protego

from service.fetching.client import ROBOTS_LINE
from service.fetching.errors import FetchError, Reason
from service.fetching.urls import host_of

if TYPE_CHECKING:
    import httpx

    from service.fetching.answer import Answer
    from service.fetching.client import Client

#: The name that robots.txt calls us by.
NAME = "urltree"

_TEXT = {"Accept": "text/plain, */*;q=0.5"}

#: Bytes of a robots.txt that are read; RFC 9309 §2.5 asks for no fewer.
_MAX_BYTES = 500 * 2**10

#: Seconds for which a robots.txt holds (RFC 9309 §2.4), and for which a failure to provide it does.
_TTL = 86_400.0
_FAILURE_TTL = 600.0

#: Bytes of all robots.txt that are kept, compressed, with those that each takes besides. One of 2 kB takes a
#: seventh of that, so those of some 30,000 hosts are kept.
_KEPT_SIZE, _ENTRY_SIZE = 2**25, 700

#: Bytes of those whose rules are kept as well, before compression; parsed, one takes up to 50.
_PARSED_SIZE = 2**20

#: The most seconds of Crawl-delay that are heeded.
_MAX_DELAY = 60.0

_AGENT = re.compile(r"\s*user(?:-|\s*)agent(?=[\s:]|$)[\s:]*(\*(?![^\s/#])|[^\s/#*]*)", re.IGNORECASE)


class _Kept(NamedTuple):
    #: The text, compressed; or, if the host fails to give one, the status of its answer: then nothing may be
    #: fetched.
    text: bytes | int
    #: Time at which it is to be asked for again, by a clock that is never set.
    expires: float


class _Parsed(NamedTuple):
    rules: Protego
    #: Bytes of the text.
    size: int


class Robots:
    """Reads robots.txt, and keeps what was read."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._kept: LRUCache[str, _Kept] = LRUCache(_KEPT_SIZE, getsizeof=_size)
        #: By compressed text, which many hosts may share.
        self._parsed: LRUCache[bytes, _Parsed] = LRUCache(_PARSED_SIZE, getsizeof=lambda each: each.size)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def permit(self, url: httpx.URL) -> float:
        """Return the seconds that the host of a URL asks for between two turns; 0 if it does not say.

        Raises `FetchError` if its robots.txt forbids the URL, or cannot be had for now.
        """
        place = f"{url.scheme}://{url.netloc.decode()}/robots.txt"
        # Of those that want it at the same time, only one asks; and only one checks, in a thread, because
        # hostile rules take half a second for each URL and would keep other hosts waiting for threads.
        async with self._locks.setdefault(place, asyncio.Lock()):
            text, expires = await self._text(place)
            if isinstance(text, int):
                raise FetchError(
                    Reason.STATUS,
                    f"{host_of(url)} answers {text} for its robots.txt, so nothing may be fetched",
                    status=text,
                    retry_after=max(0.0, expires - time.monotonic()),
                )
            rules = await self._rules(text)
            is_allowed = await asyncio.to_thread(rules.can_fetch, str(url), NAME)
        if not is_allowed:
            raise FetchError(Reason.ROBOTS, f"the robots.txt of {host_of(url)} forbids {url}")
        return min(rules.crawl_delay(NAME) or 0.0, _MAX_DELAY)

    async def _text(self, url: str) -> _Kept:
        kept = self._kept.get(url)
        if kept is None or kept.expires < time.monotonic():
            kept = self._kept[url] = await self._ask(url)
        return kept

    async def _rules(self, text: bytes) -> Protego:
        parsed = self._parsed.get(text)
        if parsed is None:  # in a thread, because a large one takes half a second
            parsed = self._parsed[text] = await asyncio.to_thread(_unpack, text)
        return parsed.rules

    async def _ask(self, url: str) -> _Kept:
        """Ask for a robots.txt (RFC 9309 §2.3.1). Raises `FetchError` if the host is not reached.

        It has turns of its own, because a page that is redirected here has no time to wait for a Crawl-delay.
        """
        try:
            async with self._client.get(url, _TEXT, freely, line=ROBOTS_LINE) as answer:
                return await _read(answer)
        except FetchError as error:
            if error.reason is Reason.REDIRECTS:  # the redirects lead nowhere, so there is no robots.txt
                return _pack(b"")
            raise


async def freely(_url: httpx.URL) -> float:
    """Let any URL be asked for."""
    return 0.0


async def _read(answer: Answer) -> _Kept:
    if HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
        body = await answer.read(_MAX_BYTES)
        if len(body) > _MAX_BYTES:  # a path cut in half would forbid all that begins with it
            body = body[:_MAX_BYTES].rpartition(b"\n")[0]
        return _pack(body)
    await answer.skip()
    if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR or answer.status == HTTPStatus.TOO_MANY_REQUESTS:
        seconds = answer.retry_after or _FAILURE_TTL
        return _Kept(answer.status, time.monotonic() + min(seconds, _TTL))
    return _pack(b"")


def _pack(text: bytes) -> _Kept:
    return _Kept(zlib.compress(text, level=1), time.monotonic() + _TTL)


def _size(kept: _Kept) -> int:
    return _ENTRY_SIZE + (len(kept.text) if isinstance(kept.text, bytes) else 0)


def _unpack(packed: bytes) -> _Parsed:
    text = zlib.decompress(packed)
    return _Parsed(parse(text.decode("utf-8-sig", "replace")), len(text) + _ENTRY_SIZE)


def parse(text: str) -> Protego:
    """Parse the rules of a robots.txt for ourselves alone.

    All other robots get one name, because Protego keeps the rules of a group once for each of its names:
    40 kB of names and rules would cost 160 MB.
    """
    return Protego.parse("\n".join(map(_with_our_names, text.splitlines())))


def _with_our_names(line: str) -> str:
    found = _AGENT.match(line)
    if not found:
        return line
    name = found[1].lower()
    return f"User-agent: {name if name in {'*', NAME} else 'other'}"
