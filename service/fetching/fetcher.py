"""URLs to pages and feeds.

    URL ── guard ──► robots ──► turn ──► GET ──► redirect? ──► status, type ──► body ──► refresh?
            ▲                                       │                                       │
            └───────────────────────────────────────┴───────────────────────────────────────┘

A feed is fetched without regard to robots.txt, as by a feed reader: whoever subscribed to it asks for it.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import httpx

from service.fetching.client import Client
from service.fetching.errors import FetchError, Reason
from service.fetching.headers import looks_like_html
from service.fetching.large import LargeBodies
from service.fetching.rate import HostRate
from service.fetching.refresh import refresh
from service.fetching.resolver import Resolver
from service.fetching.robots import Robots, freely
from service.fetching.urls import host_of, leads_back, read_url, redirects_home
from service.fetching.values import Fetched, NotModified
from service.http.media import HTML

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from redis.asyncio import Redis

    from service.fetching.answer import Answer
    from service.fetching.guard import Resolve
    from service.fetching.values import Exchange, FetchSettings

    #: Records what came over the network.
    Record = Callable[[Exchange], Awaitable[None]]

_PAGE = {"Accept": "text/html, application/xhtml+xml;q=0.9"}
_FEED = {
    "Accept": "application/rss+xml, application/atom+xml, application/feed+json, "
    "application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.9, text/html;q=0.8, */*;q=0.5"
}

#: How many pages in a row may send their readers elsewhere; one more is read as it is.
_REFRESHES = 3

#: Not 202, with which protection against robots answers; 203 is a page that a proxy has changed.
_WHOLE = {HTTPStatus.OK, HTTPStatus.NON_AUTHORITATIVE_INFORMATION}


class Fetcher:
    """Fetches pages and feeds; must be closed.

    All fetchers on one Redis share the turns at hosts. `resolve` finds the addresses of hosts in place of the
    system. Raises `ValueError` for settings that make no sense.
    """

    def __init__(self, settings: FetchSettings, redis: Redis, *, resolve: Resolve | None = None) -> None:
        self._client = Client(settings, HostRate(settings, redis), resolve or Resolver())
        self._permit = Robots(self._client).permit if settings.respect_robots else freely
        self._max_bytes = settings.max_bytes
        self._large_pages, self._large_feeds = LargeBodies(), LargeBodies()

    async def aclose(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def page(self, url: str, record: Record | None = None) -> Fetched:
        """Fetch a page, or the one to which it sends its readers; `record` gets it as it was received.

        Raises `FetchError`, also if the page is not HTML or the site's front page comes instead; `StoreError`
        if Redis is away.
        """
        keep = record is not None
        page, answer = await self._page(url, keep=keep)
        for _ in range(_REFRESHES):
            if not (onward := refresh(page)):
                break
            page, answer = await self._page(onward, keep=keep, begun=True)
        asked, found = read_url(url), httpx.URL(page.url)
        if redirects_home(asked, found):
            raise FetchError(Reason.FRONT_PAGE, f"{host_of(found)} redirects to its front page, not to {url}")
        if leads_back([asked], found):
            raise _wall(found)
        if record:
            await record(answer.exchange)
        return page

    async def _page(self, url: str, *, keep: bool, begun: bool = False) -> tuple[Fetched, Answer]:
        async with self._client.get(url, _PAGE, self._permit, begun=begun) as answer:
            await _expect_page(answer)
            page = await self._receive(answer, keep=keep, large=self._large_pages)
        if not page.body.strip():  # as some programs answer when they fail
            raise FetchError(Reason.PROTOCOL, f"{answer.host} answers with an empty page")
        if not answer.media_type.name and not looks_like_html(page.body):
            raise _not_html(answer, "data without a media type")
        return page, answer

    async def feed(
        self, url: str, etag: str | None = None, last_modified: str | None = None
    ) -> Fetched | NotModified:
        """Fetch a feed, of any type, unless it is unchanged since the server sent these validators.

        Raises `FetchError`; `StoreError` if Redis is away.
        """
        known = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        conditions = {name: value for name, value in known.items() if value}
        async with self._client.get(url, _FEED | conditions, freely) as answer:
            if conditions and answer.status == HTTPStatus.NOT_MODIFIED:
                await answer.skip()
                return _not_modified(answer, etag, last_modified)
            await _expect_whole(answer)
            return await self._receive(answer, large=self._large_feeds)

    async def _receive(self, answer: Answer, *, keep: bool = False, large: LargeBodies) -> Fetched:
        return Fetched(
            url=str(answer.trail.url),
            moved_to=answer.moved_to,
            etag=answer.header("etag"),
            last_modified=answer.header("last-modified"),
            max_age=answer.max_age,
            received=answer.received,
            body=await answer.read_all(self._max_bytes, keep=keep, large=large),
            charset=answer.media_type.charset,
            hub=answer.link("hub"),
            self_url=answer.link("self"),
        )


def _not_modified(answer: Answer, etag: str | None, last_modified: str | None) -> NotModified:
    return NotModified(
        url=str(answer.trail.url),
        moved_to=answer.moved_to,
        etag=answer.header("etag") or etag,
        last_modified=answer.header("last-modified") or last_modified,
        max_age=answer.max_age,
        received=answer.received,
    )


async def _expect_whole(answer: Answer) -> None:
    if answer.status not in _WHOLE:
        await answer.skip()
        raise answer.error()


async def _expect_page(answer: Answer) -> None:
    await _expect_whole(answer)
    if leads_back((url for url, _ in answer.trail.left), answer.trail.url):
        await answer.skip()
        raise _wall(answer.trail.url)
    name = answer.media_type.name
    if name and name not in HTML:
        await answer.skip()
        raise _not_html(answer, name)


def _wall(url: httpx.URL) -> FetchError:
    return FetchError(Reason.WALL, f"{host_of(url)} asks for a login or consent first: {url}")


def _not_html(answer: Answer, name: str) -> FetchError:
    return FetchError(Reason.NOT_HTML, f"{answer.trail.url} is {name}, not HTML")
