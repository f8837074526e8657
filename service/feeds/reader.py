"""Feeds read in a process of their own: a hostile one can keep its reader busy for hours.

Not in an executor's: once that is killed as it sends a result, Python waits for the rest when it ends.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from functools import partial
from traceback import format_exc
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias, TypeVar

from service.feeds.errors import FeedError, ReaderDiedError
from service.running.child import GIVEN_UP, Child, limited, outlast

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

_logger = logging.getLogger(__name__)

_P = ParamSpec("_P")
_T = TypeVar("_T")

#: What a function returned, or else raised.
_Outcome: TypeAlias = tuple[Any, Exception | None]

#: Seconds of CPU time that one feed may take; a harmless one of 10 MiB takes a few.
MAX_SECONDS = 20.0


class FeedReader:
    """A process that runs one pure function at a time. It starts with the first call and must be closed."""

    def __init__(self, max_seconds: float = MAX_SECONDS) -> None:
        self._max_seconds = max_seconds
        # One at a time: when the process dies, it is known which feed did it.
        self._turn = asyncio.Lock()
        self._process: Child | None = None

    async def aclose(self) -> None:
        """End the process."""
        if self._process:
            self._process.kill()

    async def run(self, function: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T:
        """Call a function in the process.

        Raises what it raises, `FeedError` if it takes too long, else `ReaderDiedError` if the process dies.
        """
        async with self._turn:
            result, error = await self._ask(partial(function, *args, **kwargs))
        if error:
            raise error
        return result  # type: ignore[no-any-return]  # the pipe does not know what it carries

    async def _ask(self, job: Callable[[], Any]) -> _Outcome:
        process = self._process = self._living()
        watch = asyncio.create_task(self._end_late(process))
        try:
            outcome: _Outcome = await asyncio.to_thread(process.ask, job)
        except asyncio.CancelledError:  # it would work on, and hold up the next feed
            process.kill()
            raise
        except (EOFError, OSError) as error:
            process.kill()
            raise self._death(process.exit_code()) from error
        finally:
            watch.cancel()
        return outcome

    def _living(self) -> Child:
        if self._process and self._process.is_alive():
            return self._process
        try:
            return Child(_run, self._max_seconds)
        except OSError as error:
            raise _lost(f"the process that reads feeds cannot be started: {error}") from error

    def _death(self, code: int | None) -> FeedError:
        """Blame the feed only for the end that its own CPU time brings: others may come from anywhere."""
        if code == GIVEN_UP:
            seconds = self._max_seconds
            return FeedError(f"the feed cannot be read: it takes more than {seconds:g} seconds of CPU time")
        return _lost(f"the process that reads feeds died with exit code {code}")

    async def _end_late(self, process: Child) -> None:
        await outlast(self._max_seconds)
        _logger.error("the process that reads feeds hangs and is killed")
        process.end()


def _lost(why: str) -> ReaderDiedError:
    """Log why a feed was not read, and make an error for those who asked for it, who need not know."""
    _logger.error("%s", why)
    return ReaderDiedError()


def _run(pipe: Connection, max_seconds: float) -> None:
    """Answer jobs until the other end of the pipe is closed, as it is when the parent dies."""
    # Ctrl-C goes to every process of the terminal: the parent decides when the work is done.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            job = pipe.recv()
            with limited(max_seconds):
                outcome = _outcome(job)
            pipe.send(outcome)


def _outcome(job: Callable[[], Any]) -> _Outcome:
    try:
        return job(), None
    except Exception as error:  # noqa: BLE001 -- it is raised where the answer is awaited
        error.add_note(format_exc())  # a traceback does not pass through the pipe
        return None, error
