"""Work that is shared among processes."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
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


Given = TypeVar("Given")
Result = TypeVar("Result")


@contextmanager
def workers(jobs: int) -> Iterator[Apply]:
    """Give what applies a function to some things, `jobs` at a time, each in a process; results in order.

    One job is done in this process. Raises `UrlTreeError` if a process is killed.
    """
    if jobs == 1:
        yield map
        return
    try:
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            yield pool.map
    except BrokenProcessPool as error:
        raise UrlTreeError(
            "a process was killed, perhaps for want of memory; call again with fewer --jobs"
        ) from error
