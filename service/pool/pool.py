"""Extraction across processes, so that the event loop only moves bytes.

    event loop ── thread ── pipe ── process
               └─ thread ── pipe ── process

Python's own pool cannot say which page a process died of, and ends all other processes with it.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import resource_tracker
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from structlog.contextvars import get_contextvars

from service.http.problems import TOO_SLOW, WORKER_DIED, Problem
from service.pool import work
from service.running.child import GIVEN_UP, Child, outlast
from urltree.errors import UrlTreeError

if TYPE_CHECKING:
    from service.pool.inspection import Inspect
    from service.pool.rulefolder import RuleFolder
    from service.pool.work import Job, Reply
    from service.settings.settings import Settings
    from urltree.rules import RuleSet

_logger = logging.getLogger(__name__)

#: Seconds that pages under way may still take when the pool is stopped; nobody waits for their answers.
_GRACE = 2.0


class Pool:
    """The worker processes; they start with the context and end with it."""

    def __init__(self, settings: Settings, store: str, rules: RuleFolder) -> None:
        self._processes = [_Process(settings, store, rules) for _ in range(settings.workers)]
        self._idle = SimpleQueue[_Process]()
        self._threads = ThreadPoolExecutor(settings.workers, initializer=_block_ctrl_c)

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        await asyncio.gather(*(loop.run_in_executor(self._threads, each.start) for each in self._processes))
        for each in self._processes:
            self._idle.put(each)
        return self

    async def __aexit__(self, *_: object) -> None:
        ended = asyncio.create_task(asyncio.to_thread(self._threads.shutdown, cancel_futures=True))
        await asyncio.wait([ended], timeout=_GRACE)
        for each in self._processes:
            each.child.kill()
        await ended

    async def check(self) -> None:
        """Raise `Problem` if no process can be started; if all were lost, this tries again."""
        if all(each.is_lost for each in self._processes):
            await asyncio.get_running_loop().run_in_executor(self._threads, self._check)

    def _check(self) -> None:
        process = self._idle.get()
        try:
            process.renew()
        except UrlTreeError as error:
            raise _not_started(error) from error
        finally:
            self._idle.put(process)

    async def answer(self, job: Job | Inspect) -> Reply:
        """Extract or inspect one page. Never raises: the reply reports what goes wrong."""
        loop, context = asyncio.get_running_loop(), get_contextvars()
        return await loop.run_in_executor(self._threads, self._answer, job, context, loop)

    def _answer(self, job: Job | Inspect, context: dict[str, Any], loop: asyncio.AbstractEventLoop) -> Reply:
        process = self._idle.get()
        watch = asyncio.run_coroutine_threadsafe(process.end_late(), loop)
        try:
            return process.answer(job, context)
        finally:
            watch.cancel()
            self._idle.put(process)


class _Process:
    """A worker process, which answers one job at a time; if it dies, it is started again for the next."""

    def __init__(self, settings: Settings, store: str, rules: RuleFolder) -> None:
        self._settings = settings
        self._store = store
        self._rules = rules
        #: Whether it could not be started when that was last tried.
        self.is_lost = False

    def start(self) -> None:
        """Start it and wait until it can answer. Raises `UrlTreeError` if it cannot start, or dies first."""
        try:
            self._start()
        except UrlTreeError:
            self.is_lost = True
            raise
        self.is_lost = False

    def _start(self) -> None:
        self._given = self._rules.current
        try:
            self.child = Child(work.run, self._settings, self._store, self._given)
            fault = self.child.receive()
        except OSError as error:
            raise UrlTreeError(f"a worker process cannot be started: {error}") from error
        except EOFError as error:
            raise UrlTreeError(
                f"a worker process died with exit code {self.child.exit_code()} as it started, "
                "perhaps for lack of memory; use fewer --workers"
            ) from error
        if fault:
            self.child.exit_code()  # until it has ended, it would be asked again
            raise UrlTreeError(f"a worker process cannot be started: {fault}")

    def renew(self) -> None:
        """Start it if it has ended. Raises what `start` raises."""
        if not self.child.is_alive():
            self.start()

    def answer(self, job: Job | Inspect, context: dict[str, Any]) -> Reply:
        """Extract or inspect one page, or report how the process died. Its log lines carry the context."""
        try:
            self.renew()
            reply: Reply = self.child.ask((job, context, self._changed_rules()))
        except UrlTreeError as error:
            return work.refuse(_not_started(error), job.line)
        except (EOFError, OSError):
            return work.refuse(self._death(), job.line)
        return reply

    def _changed_rules(self) -> RuleSet | None:
        """Return the rules if they are others than it was given; with each job they would cost time."""
        before, self._given = self._given, self._rules.current
        return None if self._given is before else self._given

    async def end_late(self) -> None:
        """End it once it must be standing still; cancel this when it has answered."""
        await outlast(self._settings.max_seconds)
        _logger.error("a worker process hangs and is killed")
        self.child.end()

    def _death(self) -> Problem:
        code = self.child.exit_code()
        if code == GIVEN_UP:
            seconds = self._settings.max_seconds
            detail = f"the page took more than {seconds:g} s of CPU time, and would do so again"
            return Problem(TOO_SLOW, detail)
        _logger.error("a worker process died with exit code %s", code)
        return Problem(WORKER_DIED, "nothing was lost; another try may succeed")


def _not_started(error: UrlTreeError) -> Problem:
    """Log why no page can be read, which may name files, and make a problem for strangers."""
    _logger.error("%s", error)
    return Problem(WORKER_DIED, "no other can be started; the service's log has the reason")


def _block_ctrl_c() -> None:
    """Block the signal for this thread and the processes that it starts.

    Ctrl-C goes to every process of the terminal, but the parent decides when work is done.
    """
    resource_tracker.ensure_running()  # it unblocks the signal, so it must run before
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
