"""Feeds read in a process of their own: a hostile one can keep its reader busy for hours."""

from __future__ import annotations

import asyncio
import signal
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from service.feeds.errors import FeedError
from urltree.processes import follow_parent

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: Seconds that one feed may take; a harmless one of 10 MiB takes a few.
MAX_SECONDS = 20.0


class Parsing:
    """A process that runs one pure function at a time. It starts with the first call and must be closed."""

    def __init__(self, max_seconds: float = MAX_SECONDS) -> None:
        self._max_seconds = max_seconds
        # One at a time: when the process dies, it is known which feed did it.
        self._turn = asyncio.Lock()
        self._executor = _fresh()

    async def aclose(self) -> None:
        """End the process."""
        await asyncio.to_thread(self._executor.shutdown)

    async def run(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call a function in the process. Raises what it raises, or `FeedError` if the process dies of it."""
        async with self._turn:
            job = partial(_timed, self._max_seconds, partial(function, *args, **kwargs))
            try:
                return await asyncio.wrap_future(self._submit(job))
            except asyncio.CancelledError:  # the process may work on, and die during another feed's turn
                self._start_anew()
                raise
            except BrokenProcessPool as error:
                self._start_anew()
                raise FeedError(
                    "the feed cannot be read: "
                    f"it takes more than {self._max_seconds:g} seconds, or more memory than there is"
                ) from error

    def _submit(self, job: Callable[[], _T]) -> Future[_T]:
        try:
            return self._executor.submit(job)
        except BrokenProcessPool:  # the process died while idle: no feed is at fault
            self._start_anew()
            return self._executor.submit(job)

    def _start_anew(self) -> None:
        self._executor.shutdown(wait=False)
        self._executor = _fresh()


def _fresh() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_start)


def _start() -> None:
    # Ctrl-C goes to every process of the terminal: the parent decides when the work is done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    follow_parent()


def _timed(seconds: float, function: Callable[[], _T]) -> _T:
    """Call the function; if it takes too long, end the process: nothing gentler can interrupt a regex."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return function()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
