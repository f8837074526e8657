"""GET: guarded, paced, timed; redirects followed."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from weakref import WeakSet

import httpcore
import httpx

from service.fetching.answer import Answer
from service.fetching.clock import stopped
from service.fetching.connections import open_pools
from service.fetching.cookies import Cookies
from service.fetching.decoding import ACCEPTED
from service.fetching.errors import BusyError
from service.fetching.failures import FAILURES, fetch_error
from service.fetching.guard import Guard
from service.fetching.urls import Trail, host_of, read_url

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from service.fetching.guard import Resolve
    from service.fetching.rate import HostRate
    from service.fetching.values import FetchSettings

    #: Returns the seconds that the host of a URL wants between turns; raises if the URL may not be asked for.
    Permit = Callable[[httpx.URL], Awaitable[float]]

#: The lines in which requests wait for their turns at a host: one for pages and feeds, one for robots.txt.
PAGES_LINE, ROBOTS_LINE = "", "/robots.txt"

#: Added to a line, the name of those in it that have not been given a turn yet.
_WAITING = " waiting"

#: Seconds that answers may take before a host gets fewer requests than it has turns: it would be slower still
#: with many at a time.
_PROMPT_SECONDS = 3.0

#: Seconds to try one address of a host, so that there is time for the next.
_CONNECT_SECONDS = 10.0

#: Seconds without a byte after which a connection is taken for dead; fewer than a fetch has. Otherwise a dead
#: HTTP/2 connection would be used again, however many fetches run out of time on it.
_SILENT_SECONDS = 25.0

#: Pools that hosts are spread over: httpcore looks at all connections of a pool whenever one is requested or
#: returned, which took four tenths of the time of a worker that had all connections in one pool.
_POOLS = 64

#: Idle connections kept in a pool. It compares each of them with all, so more would make each fetch dearer.
_IDLE_CONNECTIONS = 4


class Client:
    """Asks for URLs, each when its host's turn comes."""

    def __init__(self, settings: FetchSettings, rate: HostRate, resolve: Resolve) -> None:
        self._guard = Guard(settings.allow_hosts, resolve)
        self._rate = rate
        self._max_seconds = settings.max_seconds
        self._interval = 1 / settings.rate
        self._abreast = max(settings.burst, _PROMPT_SECONDS * settings.rate)
        #: Fetches under way in each line at each host; apart, those that wait for a turn, or for robots.txt,
        #: which may be long in coming.
        self._asked = Counter[str]()
        self._headers = {"User-Agent": settings.user_agent, "Accept-Encoding": ACCEPTED}
        self._pools = open_pools(_POOLS, settings.proxy, self._guard, idle=_IDLE_CONNECTIONS, http2=True)
        #: HTTP/2 connections on which an answer was not read to its end.
        self._left = WeakSet[httpcore.AsyncConnectionInterface]()

    async def aclose(self) -> None:
        """Close all connections."""
        for pool in self._pools:
            await pool.aclose()

    @asynccontextmanager
    async def get(
        self,
        url: str,
        headers: Mapping[str, str],
        permit: Permit,
        line: str = PAGES_LINE,
        *,
        begun: bool = False,
    ) -> AsyncIterator[Answer]:
        """Ask for a URL, and for those it redirects to; yield the first answer that does not redirect.

        Requests in different lines at a host do not wait for one another. A fetch that has `begun` elsewhere
        waits longer for its turn. A host that asks to be left alone gives no more turns, in any line.

        Raises `FetchError`, also where the body is read within the context; `StoreError` if Redis is away.
        """
        trail, cookies = Trail(read_url(url)), Cookies()
        try:
            async with asyncio.timeout(self._max_seconds) as clock, self._counted() as count:
                count(host_of(trail.url), line + _WAITING, begun)
                while True:
                    begun = begun or bool(trail.left)
                    await self._await_turn(trail, permit, line, clock, begun=begun)
                    count(host_of(trail.url), line, begun)
                    async with self._ask(trail, headers, clock) as answer:
                        target = answer.redirect
                        if target is None:
                            await self._hold(answer)
                            yield answer
                            return
                        await answer.skip()
                    cookies.take(trail.url, answer.set_cookies)
                    trail = trail.follow(answer.status, target, cookies.header)
        except FAILURES as failure:
            raise fetch_error(host_of(trail.url), failure) from failure

    async def _await_turn(
        self, trail: Trail, permit: Permit, line: str, clock: asyncio.Timeout, *, begun: bool
    ) -> None:
        """Wait until a URL may be asked for. The wait for the turn does not use up the time of the fetch."""
        url = trail.url
        host = host_of(url)
        self._guard.check_written(host)
        wait = await self._rate.turn(host, await permit(url), line, begun=begun)
        with stopped(clock):
            await asyncio.sleep(wait)

    @asynccontextmanager
    async def _counted(self) -> AsyncIterator[Callable[[str, str, bool], None]]:
        """Count a fetch at the host that it asks, or asked last, until it ends; first among those that wait.

        One too many is refused, unless it has begun elsewhere.
        """
        counted = ""

        def count(host: str, line: str, begun: bool) -> None:
            nonlocal counted
            if self._asked[host + line] >= self._abreast and not begun:
                raise BusyError(host, self._interval, self._interval)
            self._asked -= Counter([counted])  # which drops what has none left
            counted = host + line
            self._asked[counted] += 1

        try:
            yield count
        finally:
            self._asked -= Counter([counted])

    async def _hold(self, answer: Answer) -> None:
        if answer.hold:
            for line in (PAGES_LINE, ROBOTS_LINE):
                await self._rate.hold(answer.host + line, answer.hold)

    @asynccontextmanager
    async def _ask(
        self, trail: Trail, headers: Mapping[str, str], clock: asyncio.Timeout
    ) -> AsyncIterator[Answer]:
        url = trail.url
        place = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        cookie = {"Cookie": trail.cookie} if trail.cookie else {}
        sent = httpx.Headers({"Host": url.netloc.decode(), **self._headers, **headers, **cookie}, "latin-1")
        timeouts = {"connect": _CONNECT_SECONDS, "read": _SILENT_SECONDS}
        pool = self._pools[hash(place.origin.host) % _POOLS]
        try:
            async with pool.stream(
                "GET", place, headers=sent.raw, extensions={"timeout": timeouts}
            ) as response:
                answer = Answer(trail, response, sent.raw, clock)
                try:
                    yield answer
                finally:
                    if not answer.is_read and response.extensions["http_version"] == b"HTTP/2":
                        self._left.update(c for c in pool.connections if c.can_handle_request(place.origin))
        finally:
            await self._close_left(pool)

    async def _close_left(self, pool: httpcore.AsyncConnectionPool) -> None:
        """Close those connections on which an answer was left, unless other answers still come in on them.

        httpcore does not tell the server to stop, and what it goes on to send uses up the flow-control window
        of all later answers.
        """
        for connection in self._left.intersection(pool.connections):
            if connection.is_idle():
                await connection.aclose()
