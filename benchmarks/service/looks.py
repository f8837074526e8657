"""Repeated looks at a service at work."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.service.system import Process, Service

#: Seconds between two looks, and seconds without a document after which the looks end.
EVERY, QUIET = 1.0, 20.0


class Look(NamedTuple):
    """What was seen at a time."""

    #: Seconds of a monotonic clock.
    time: float
    #: New documents so far.
    documents: int
    processes: list[Process]

    def cpu(self, name: str | None = None) -> float:
        """CPU seconds so far of all processes, or of those with a name."""
        return sum(process.cpu for process in self.processes if name in {process.name, None})

    def memory(self, name: str) -> float:
        """MiB of the largest process with a name."""
        return max(process.memory for process in self.processes if process.name == name)


def looks(running: Service) -> Iterator[Look]:
    """Look for as long as documents come.

    Not all pages are published: of those that appear in one second with one title and summary, one is taken.
    """
    position, told, last = "0", 0, time.monotonic()
    while time.monotonic() < last + QUIET:
        time.sleep(EVERY)
        if documents := running.documents(position):
            position, last = documents[-1]["id"], time.monotonic()
            told += len(new(documents))
            yield Look(last, told, running.processes())


def steady(found: Sequence[Look]) -> list[Look]:
    """Leave out the first and the last tenth of the documents: warming up and running out of work."""
    tenth = found[-1].documents / 10
    return [look for look in found if tenth <= look.documents <= 9 * tenth]


def new(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out the revisions."""
    return [document for document in documents if document["status"] == "new"]
