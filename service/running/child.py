"""A process of one's own, which answers one question at a time."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager
from math import ceil
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SPAWN = get_context("spawn")

#: Seconds between two looks at a process that is asked; the least number of looks.
_LOOK, _LOOKS = 10.0, 30

#: Exit code of a process that its own timer ended; it counts CPU time, as all takes long on a busy machine.
GIVEN_UP = -signal.SIGPROF


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """End this process if it spends more CPU time in the context: nothing gentler can interrupt a parser."""
    signal.setitimer(signal.ITIMER_PROF, seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


async def outlast(max_seconds: float) -> None:
    """Wait ten times the CPU seconds that an answer may take, at least 5 minutes: its process hangs.

    Looks are counted, not time: a machine that is suspended must not lose its healthy processes for that.
    """
    for _ in range(max(_LOOKS, ceil(max_seconds))):
        await asyncio.sleep(_LOOK)


class Child:
    """Calls `target` in a new process, with an end of a pipe and `args`; raises `OSError` if it cannot."""

    def __init__(self, target: Callable[..., None], *args: object) -> None:
        self._pipe, its_end = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=target, args=(its_end, *args), daemon=True)
        with its_end:  # left open here, the pipe would not end when the process dies
            self._process.start()

    def is_alive(self) -> bool:
        """Return whether it has not ended yet."""
        return self._process.is_alive()

    def ask(self, question: object) -> Any:
        """Send a question and return what comes back, as `receive` does."""
        self._pipe.send(question)
        return self.receive()

    def receive(self) -> Any:
        """Wait for what the process sends. Raises `EOFError` or `OSError` if it dies."""
        return self._pipe.recv()

    def end(self) -> None:
        """Have it end, whatever it does; who waits for it is told by an error."""
        self._process.kill()

    def kill(self) -> None:
        """End it, whatever it does, and wait for that."""
        self.end()
        self._process.join()

    def exit_code(self) -> int | None:
        """Wait until it has ended, and return its exit code."""
        self._process.join()
        return self._process.exitcode
