"""Extraction across processes, so that the event loop only moves bytes."""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING, Self

from service import work
from service.problems import INTERNAL, WORKER_DIED, Problem

if TYPE_CHECKING:
    from types import TracebackType

    from service.settings import Settings
    from service.work import Job, Reply

_logger = logging.getLogger(__name__)


class Pool:
    """The worker processes; they start with the context and end with it, their work done."""

    def __init__(self, settings: Settings, store: str) -> None:
        self._settings = settings
        self._store = store
        # There is a process for each core already: the network's small products must not each start threads.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        self._executor = self._fresh()

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        starts = (loop.run_in_executor(self._executor, work.ready) for _ in range(self._settings.workers))
        await asyncio.gather(*starts)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self._executor.shutdown)

    async def answer(self, job: Job) -> Reply:
        """Extract one page. Never raises: what goes wrong is told in the reply."""
        executor = self._executor
        try:
            return await asyncio.get_running_loop().run_in_executor(executor, work.answer, job)
        except BrokenProcessPool:
            self._replace(executor)
            return work.refuse(Problem(WORKER_DIED, "nothing was lost: send the page again"), job.line)
        except Exception:
            _logger.exception("a page could not be extracted")
            return work.refuse(Problem(INTERNAL, "the service's log has the cause"), job.line)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        if self._executor is broken:
            _logger.error("a worker process died; others take its place")
            self._executor = self._fresh()
            broken.shutdown(wait=False)

    def _fresh(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._settings.workers,
            mp_context=get_context("spawn"),
            initializer=work.start,
            initargs=(self._settings, self._store),
        )
