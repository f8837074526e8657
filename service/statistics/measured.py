"""Answers and fetches that are measured."""

from __future__ import annotations

from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING

from service.counting import Stage

if TYPE_CHECKING:
    from service.fetching.values import Fetch, Fetched
    from service.pool.inspection import Inspect
    from service.pool.work import Answers, Job, Reply
    from service.statistics.recorder import Recorder


def measured_answer(answer: Answers, recorder: Recorder) -> Answers:
    """Record how long answers take, and what they report."""

    async def measure(job: Job | Inspect) -> Reply:
        start = perf_counter()
        reply = await answer(job)
        recorder.timed(Stage.EXTRACT, perf_counter() - start)
        if reply.facts:
            recorder.learnt(reply.facts)
        elif reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            recorder.failed()
        return reply

    return measure


def measured_fetch(fetch: Fetch, recorder: Recorder) -> Fetch:
    """Record how long pages that are fetched take."""

    async def measure(url: str) -> Fetched:
        start = perf_counter()
        page = await fetch(url)
        recorder.timed(Stage.FETCH, perf_counter() - start)
        return page

    return measure
