"""Pipeline: one page from bytes to text, against a bare lxml parse and against trafilatura.

The store is in memory and new in every round, so that every page is observed as a new one.
CPU time of one core; the best round of each page counts, and ratios are those of the means. The DOM paths are
known after the first round, as on a site that has been read for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trafilatura

from benchmarks.clock import bare_parse, interleaved
from benchmarks.figure import Figure
from benchmarks.pages import page_sets
from urltree import Extractor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from benchmarks.clock import Systems
    from benchmarks.pages import WebPage

PAGES = 130
ROUNDS = 4

#: Heuristic -> how many times as long as a bare parse a page may take, and as a page trafilatura must take.
TARGETS = {"strict": (2.0, 9.0), "auto": (2.8, 6.0)}


def figures(data: Path) -> Iterator[Figure]:
    """Measure each set of pages."""
    for name, pages in page_sets(data, PAGES):
        taken = interleaved(_systems, pages, ROUNDS)
        for system, seconds in taken.items():
            yield Figure(f"{name}: {system}", seconds.mean() * 1e3, "ms")
        for heuristic, (lxml, slow) in TARGETS.items():
            ours = taken[heuristic]
            yield Figure(f"{name}: {heuristic} / lxml", _ratio(ours, taken["lxml"]), "x", at_most=lxml)
            fast = _ratio(taken["trafilatura, fast"], ours)
            yield Figure(f"{name}: trafilatura, fast / {heuristic}", fast, "x")
            full = _ratio(taken["trafilatura"], ours)
            yield Figure(f"{name}: trafilatura / {heuristic}", full, "x", at_least=slow)


def _systems() -> Systems[WebPage]:
    return {
        **{heuristic: _extraction(heuristic) for heuristic in TARGETS},
        "lxml": lambda page: bare_parse(page.html),
        "trafilatura, fast": lambda page: trafilatura.extract(page.html, fast=True, include_comments=False),
        "trafilatura": lambda page: trafilatura.extract(page.html, include_comments=False),
    }


def _extraction(heuristic: str) -> Callable[[WebPage], str]:
    extractor = Extractor(heuristic, "memory://")
    return lambda page: extractor.extract(page.html, page.url).text


def _ratio(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(one.mean() / other.mean())
