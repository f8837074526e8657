"""A fetched page in, what was read from it out; the work is done in the pool's processes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

from service.http.problems import NO_WRITES, STORE_DOWN, STORE_REFUSED
from service.pool.language import language_of
from service.pool.work import Job
from service.schemas import ExtractResponse
from service.stream.document import Reading
from service.texts import clipped
from urltree.errors import StoreError, StoreRefusedError, UrlTreeError

if TYPE_CHECKING:
    from service.fetching.values import Fetched
    from service.http.problems import Problem
    from service.pool.work import Answers
    from service.queue import Item

#: Characters of a published text at most, and of its Markdown, about those of a long book: the stream and its
#: readers may have to hold many texts.
LONGEST = 1_000_000


class UnreadableError(UrlTreeError):
    """A page could not be read; `is_final` if it is at fault, so that another try would fail too."""

    #: As of a `FetchError`: nobody asks us to wait.
    retry_after = 0.0

    def __init__(self, reason: str, message: str, *, is_final: bool) -> None:
        super().__init__(message)
        self.reason = reason
        self.is_final = is_final


class Reader:
    """Reads pages in a pool, `width` at a time, so that the pool has room for requests over HTTP too.

    With `markdown` on, the content is read as Markdown too.
    """

    def __init__(self, answer: Answers, width: int, *, markdown: bool = False) -> None:
        self._answer = answer
        self._turns = asyncio.Semaphore(width)
        self._markdown = markdown

    async def read(self, item: Item, page: Fetched, *, observe: bool = True) -> Reading:
        """Read the page of an item; with `observe` off it is not counted in the tree.

        Raises `UnreadableError`, or `StoreError` when the store is unavailable or refuses.
        """
        query = {"url": page.url, "title": item.title or None, "observe": observe, "markdown": self._markdown}
        async with self._turns:
            reply = await self._answer(Job(page.body, is_html=True, query=query, charset=page.charset))
        if reply.problem:
            raise _error(reply.problem)
        found = ExtractResponse.model_validate_json(reply.body)
        if len(found.text) > LONGEST:
            message = f"The text is too long: it has more than {LONGEST:,} characters"
            raise UnreadableError("too-long", message, is_final=True)
        language = await language_of(found.text, found.language or item.language)
        return _reading(item, page, found, language)


def _error(problem: Problem) -> UrlTreeError:
    """Return the error that the pool reports as a problem."""
    name, status, title = problem.kind
    message = f"{title}: {problem.detail}"
    if problem.kind == STORE_REFUSED:
        return StoreRefusedError(message)
    if problem.kind in {STORE_DOWN, NO_WRITES}:
        return StoreError(message)
    return UnreadableError(name, message, is_final=status < HTTPStatus.INTERNAL_SERVER_ERROR)


def _reading(item: Item, page: Fetched, found: ExtractResponse, language: str | None) -> Reading:
    return Reading(
        url=page.url,
        url_key=found.url_key,
        domain=found.domain,
        feed=item.feed,
        site=item.site,
        title=found.title and clipped(found.title),
        author=clipped(item.author or ", ".join(found.authors) or item.feed_author or "") or None,
        published=_published(item, found),
        fetched=datetime.fromtimestamp(page.received, UTC),
        language=language,
        description=found.description and clipped(found.description),
        image_url=found.image_url,
        text=found.text,
        markdown=found.markdown if len(found.markdown or "") <= LONGEST else None,
        revision=found.revision,
        first_seen=found.first_seen,
        evidence=found.evidence,
        labels=item.labels,
    )


def _published(item: Item, found: ExtractResponse) -> str | None:
    """Return the feed's date; if that is a day alone, the page's where it is of the same day."""
    if item.published is None:
        return found.published
    date = item.published.isoformat()
    day, midnight, _ = date.partition("T00:00:00+00:00")
    return found.published if midnight and (found.published or "").startswith(day) else date
