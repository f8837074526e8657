"""POST, guarded and timed."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

import httpcore
import httpx

from service.fetching.answer import Answer
from service.fetching.connections import open_pools
from service.fetching.failures import FAILURES, fetch_error
from service.fetching.guard import Guard
from service.fetching.resolver import Resolver
from service.fetching.urls import Trail, host_of, read_url

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.fetching.values import FetchSettings

#: Idle connections kept.
_IDLE_CONNECTIONS = 50

#: Redirects that ask for the same request at another URL.
_SAME_METHOD = {HTTPStatus.TEMPORARY_REDIRECT, HTTPStatus.PERMANENT_REDIRECT}

#: Seconds that a receiver has to answer.
_SECONDS = 15.0


class Poster:
    """Sends POST requests; must be closed."""

    def __init__(self, settings: FetchSettings) -> None:
        self._guard = Guard(settings.allow_hosts, Resolver())
        self._user_agent = settings.user_agent
        (self._pool,) = open_pools(1, settings.proxy, self._guard, idle=_IDLE_CONNECTIONS, http2=False)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._pool.aclose()

    def check(self, url: str) -> None:
        """Raise `FetchError` for a URL that can be seen to be wrong, or not allowed, before it is used."""
        self._guard.check_written(host_of(read_url(url)))

    async def post(self, url: str, body: bytes, headers: Mapping[str, str], *, follow: bool = False) -> None:
        """Post a body; with `follow`, post it again where redirects that ask for that (307, 308) lead.

        Raises `FetchError` unless the answer is 2xx.
        """
        trail = Trail(read_url(url))
        try:
            async with asyncio.timeout(_SECONDS) as clock:
                answer = await self._send(trail, body, headers, clock)
                while follow and answer.status in _SAME_METHOD and answer.redirect:
                    trail = trail.follow(answer.status, answer.redirect)
                    answer = await self._send(trail, body, headers, clock)
        except FAILURES as failure:
            raise fetch_error(host_of(trail.url), failure) from failure
        if not HTTPStatus.OK <= answer.status < HTTPStatus.MULTIPLE_CHOICES:
            raise answer.error()

    async def _send(
        self, trail: Trail, body: bytes, headers: Mapping[str, str], clock: asyncio.Timeout
    ) -> Answer:
        url = trail.url
        self._guard.check_written(host_of(url))
        place = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        own = {
            "Host": url.netloc.decode(),
            "User-Agent": self._user_agent,
            "Content-Length": str(len(body)),
        }
        sent = httpx.Headers({**own, **headers}, "latin-1")
        async with self._pool.stream("POST", place, headers=sent.raw, content=body) as response:
            answer = Answer(trail, response, sent.raw, clock)
            await answer.skip()
            return answer
