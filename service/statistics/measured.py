"""Pools and fetchers that are watched at work."""

from __future__ import annotations

from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING

from service.statistics.histogram import Stage

if TYPE_CHECKING:
    from service.fetching import Fetched
    from service.inspection import Inspect
    from service.reading import Answers
    from service.statistics.recorder import Recorder
    from service.work import Job, Reply
    from service.worker import Fetches


class MeasuredPool:
    """A pool whose answers are taken down."""

    def __init__(self, pool: Answers, recorder: Recorder) -> None:
        self._pool = pool
        self._recorder = recorder

    async def answer(self, job: Job | Inspect) -> Reply:
        """Extract or inspect one page as the pool does."""
        start = perf_counter()
        reply = await self._pool.answer(job)
        self._recorder.timed(Stage.EXTRACT, perf_counter() - start)
        if reply.facts:
            self._recorder.learnt(reply.facts)
        elif reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self._recorder.failed()
        return reply


class MeasuredFetcher:
    """A fetcher whose pages are timed."""

    def __init__(self, fetcher: Fetches, recorder: Recorder) -> None:
        self._fetcher = fetcher
        self._recorder = recorder

    async def page(self, url: str) -> Fetched:
        """Fetch a page as the fetcher does."""
        start = perf_counter()
        page = await self._fetcher.page(url)
        self._recorder.timed(Stage.FETCH, perf_counter() - start)
        return page
