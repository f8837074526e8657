"""Work that is shared among processes."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from signal import SIG_BLOCK, SIG_UNBLOCK, SIGINT, SIGTERM, pthread_sigmask, signal
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from urltree.errors import UrlTreeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol

    class Apply(Protocol):
        """What `map` does."""

        def __call__(
            self, function: Callable[[Given], Result], given: Iterable[Given], /
        ) -> Iterator[Result]:
            """Apply a function to each."""


#: The most processes: a request for more is a mistake, and would bring a machine down.
MOST_JOBS = 512

Given = TypeVar("Given")
Result = TypeVar("Result")


@contextmanager
def workers(jobs: int) -> Iterator[Apply]:
    """Provide a `map` that applies a function in `jobs` processes and yields the results in order.

    If `jobs` is 1, the work is done in this process. Otherwise this must be called in the main thread; the
    processes end at once on Ctrl-C, on SIGTERM, and if this process is killed. Raises `UrlTreeError` if one
    of them is killed.
    """
    if jobs == 1:
        yield map
        return
    try:
        with _exit_at_sigterm(), ProcessPoolExecutor(jobs, get_context("spawn"), _follow_parent) as pool:
            try:
                yield partial(_map, pool)
            except (KeyboardInterrupt, SystemExit):
                for process in active_children():
                    process.terminate()
                raise
    except BrokenProcessPool as error:
        raise UrlTreeError(
            "a process was killed, perhaps for lack of memory; try again with fewer --jobs"
        ) from error


@contextmanager
def _exit_at_sigterm() -> Iterator[None]:
    """Raise `SystemExit` at SIGTERM, so that semaphores are released: Python warns of any that are left."""
    before = signal(SIGTERM, lambda number, _: sys.exit(128 + number))
    try:
        yield
    finally:
        signal(SIGTERM, before)


def _follow_parent() -> None:
    """Make this process end with the one that started it, even if that one is killed.

    An executor's processes hold both ends of their queue, so they would finish their work and wait for ever.
    """
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent_process().join()  # type: ignore[union-attr]  # a started process has a parent
    os._exit(1)


def _map(
    pool: ProcessPoolExecutor, function: Callable[[Given], Result], given: Iterable[Given], /
) -> Iterator[Result]:
    """Start the processes with Ctrl-C blocked: a terminal sends it to all, and each would print an error."""
    pthread_sigmask(SIG_BLOCK, [SIGINT])
    try:
        return pool.map(function, given)
    finally:
        pthread_sigmask(SIG_UNBLOCK, [SIGINT])
