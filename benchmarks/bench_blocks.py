"""Text blocks: `parse_page` against a bare lxml parse of the same bytes.

CPU time of one core; the best round of each page counts, and the ratio is that of the means. The DOM paths
are known after the first round, as on a site that has been read for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.clock import bare_parse, interleaved
from benchmarks.figure import Figure
from benchmarks.pages import page_sets
from urltree.blocks import parse_page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGES = 80
ROUNDS = 10


def figures(data: Path) -> Iterator[Figure]:
    """Measure each set of pages."""
    for name, pages in page_sets(data, PAGES):
        html = [page.html for page in pages]
        taken = interleaved(lambda: {"ours": parse_page, "lxml": bare_parse}, html, ROUNDS)
        yield Figure(f"{name}: parse_page", taken["ours"].mean() * 1e3, "ms")
        yield Figure(f"{name}: bare lxml parse", taken["lxml"].mean() * 1e3, "ms")
        yield Figure(f"{name}: parse_page / lxml", taken["ours"].mean() / taken["lxml"].mean(), "x")
