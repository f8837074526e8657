"""Dashboard: a replay at full speed, every other turn of it looked at by 20 tabs; as processes.

The tabs load their pages, hold their sockets and take what is pushed, but draw nothing: that is the work of
other machines. The speed of a machine varies between turns by more than the tabs cost, so work is measured in
units of what the extractors do meanwhile, which tabs do not change; all made-up pages cost these the same.
"""

from __future__ import annotations

import statistics
import tempfile
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from anyio.from_thread import start_blocking_portal

from benchmarks.figure import Figure
from benchmarks.service.looks import looks
from benchmarks.service.sites import made_up
from benchmarks.service.system import at_full_speed
from benchmarks.service.tabs import tabs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.service.looks import Look
    from benchmarks.service.system import Service

#: Targets: throughput with the tabs / without, MiB of the web process.
LEFT, MEMORY = 0.95, 400

#: Sites, pages of each, and the share of all pages that come while the feeds are still parsed.
SITES, PAGES, PARSED = 19, 1_000, 1 / 3

#: Tabs, and looks of a turn; the tabs open or close before the first look.
TABS, TURN = 20, 6


class Turn(NamedTuple):
    """Looks, with so many tabs."""

    tabs: int
    looks: list[Look]

    @property
    def rate(self) -> float:
        """Documents a second."""
        first, last = self.looks[0], self.looks[-1]
        return (last.documents - first.documents) / (last.time - first.time)

    @property
    def work(self) -> float:
        """Work of all processes, in units of the extractors'."""
        first, last = self.looks[0], self.looks[-1]
        return (last.cpu() - first.cpu()) / (last.cpu("extractor") - first.cpu("extractor"))


def figures(_data: Path) -> Iterator[Figure]:
    """Measure in turns the work of a document with the tabs and without, and the web process's memory."""
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        sites = made_up(Path(folder, "sites"), SITES, PAGES)
        with at_full_speed(sites, queue_size=SITES * PAGES) as running:
            turns = [turn for turn in _turns(running) if len(turn.looks) == TURN]
    yield from _throughput([turn for turn in turns if turn.looks[0].documents >= PARSED * SITES * PAGES])
    memory = max(look.memory("service") for turn in turns for look in turn.looks)
    yield Figure(f"{TABS} tabs: memory of the web process", memory, "MiB", at_most=MEMORY)


def _turns(running: Service) -> Iterator[Turn]:
    """Look, in turns without and with the tabs, for as long as documents come."""
    found = looks(running)
    with start_blocking_portal() as portal:
        while alone := list(islice(found, TURN)):
            yield Turn(0, alone)
            with portal.wrap_async_context_manager(tabs(running.url, TABS)):
                yield Turn(TABS, list(islice(found, TURN)))


def _throughput(turns: list[Turn]) -> Iterator[Figure]:
    alone, watched = ([turn for turn in turns if turn.tabs == tabs] for tabs in (0, TABS))
    yield Figure("no tab: documents a second", statistics.mean(turn.rate for turn in alone), "/s")
    yield Figure(f"{TABS} tabs: documents a second", statistics.mean(turn.rate for turn in watched), "/s")
    left = statistics.mean(turn.work for turn in alone) / statistics.mean(turn.work for turn in watched)
    yield Figure(f"{TABS} tabs: throughput that they leave, by work", left, "x", at_least=LEFT)
