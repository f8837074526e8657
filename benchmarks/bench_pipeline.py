"""Pipeline: one page from bytes to text, against a bare lxml parse and against trafilatura.

The heuristic is strict, the store memory and new in every round, so that every page is observed as a new one.
CPU time of one core; each page counts with the best of its rounds, ratios are those of the means. The DOM
paths are known after the first round, as on a site that has been read for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import trafilatura

from benchmarks.clock import bare_parse, interleaved
from benchmarks.figure import Figure
from benchmarks.pages import page_sets
from urltree import Extractor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from benchmarks.clock import Systems
    from benchmarks.pages import WebPage

PAGES = 130
ROUNDS = 4

#: Times that of a bare parse a page may take, times that trafilatura must be slower.
LXML_RATIO, TRAFILATURA_RATIO = 2.0, 9.0


def figures(data: Path) -> Iterator[Figure]:
    """Measure each set of pages."""
    for name, pages in page_sets(data, PAGES):
        taken = interleaved(_systems, pages, ROUNDS)
        for system, seconds in taken.items():
            yield Figure(f"{name}: {system}", seconds.mean() * 1e3, "ms")
        ours = taken["urltree"]
        yield Figure(f"{name}: urltree / lxml", _ratio(ours, taken["lxml"]), "x", at_most=LXML_RATIO)
        yield Figure(f"{name}: trafilatura, fast / urltree", _ratio(taken["trafilatura, fast"], ours), "x")
        slow = _ratio(taken["trafilatura"], ours)
        yield Figure(f"{name}: trafilatura / urltree", slow, "x", at_least=TRAFILATURA_RATIO)


def _systems() -> Systems[WebPage]:
    extractor = Extractor("strict", "memory://")
    return {
        "urltree": lambda page: extractor.extract(page.html, page.url).text,
        "lxml": lambda page: bare_parse(page.html),
        "trafilatura, fast": lambda page: trafilatura.extract(page.html, fast=True, include_comments=False),
        "trafilatura": lambda page: trafilatura.extract(page.html, include_comments=False),
    }


def _ratio(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    return float(one.mean() / other.mean())
