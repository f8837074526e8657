"""Pools and fetchers whose work is measured."""

from __future__ import annotations

from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING

from service.counting.histogram import Stage

if TYPE_CHECKING:
    from service.fetching.values import Fetched, Fetches
    from service.pool.inspection import Inspect
    from service.pool.reading import Answers
    from service.pool.work import Job, Reply
    from service.statistics.recorder import Recorder


class MeasuredPool:
    """A pool whose answers are recorded."""

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
