"""The scorer of `auto`: its features, and all that it does, against a bare lxml parse of the same bytes.

CPU time of one core, paths known; the best round of each page counts, and ratios are those of the means. The
target is 0.5 ms for a page of 170 blocks where a bare parse of a page of news takes 0.935 ms. The evidence is
made up: the counts and paths of a domain of 100 documents.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from benchmarks.clock import bare_parse, interleaved
from benchmarks.figure import Figure
from benchmarks.pages import page_sets
from urltree.auto.auto import AutoReading
from urltree.auto.networks import networks_of
from urltree.blocks import parse_page
from urltree.features import page_features
from urltree.models import PATH_SUMS, ROOT, Branch, NodeCounts, Observation, Page, PathHistory, Status

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGES = 80
ROUNDS = 10
SUPPORT = 100

#: Blocks and set of pages for which the target is set, and the target as a share of a bare parse.
BLOCKS = 170
TARGET_SET = "news"
LXML_RATIO = 0.53


class Prepared(NamedTuple):
    """A page, parsed, and what a store answered."""

    html: bytes
    page: Page
    seen: Observation


def figures(data: Path) -> Iterator[Figure]:
    """Measure each set of pages."""
    for name, pages in page_sets(data, PAGES):
        prepared = [_prepare(page.html) for page in pages]
        taken = interleaved(lambda: STEPS, prepared, ROUNDS)
        milliseconds = {step: float(seconds.mean()) * 1e3 for step, seconds in taken.items()}
        blocks = np.mean([len(each.page.blocks) for each in prepared])
        share = milliseconds["features"] * BLOCKS / blocks
        yield Figure(f"{name}: features of {BLOCKS} blocks", share, "ms")
        ratio, target = share / milliseconds["lxml"], LXML_RATIO if name == TARGET_SET else None
        yield Figure(f"{name}: features of {BLOCKS} blocks / lxml", ratio, "x", at_most=target)
        for step, value in milliseconds.items():
            yield Figure(f"{name}: {step}", value, "ms")
        yield Figure(f"{name}: auto / lxml", milliseconds["auto"] / milliseconds["lxml"], "x")


def _prepare(html: bytes) -> Prepared:
    page = parse_page(html)
    random = Random(len(html))
    counts = {
        block.hash: random.choice((1, 1, 2, SUPPORT)) for block in page.blocks if block.hash is not None
    }
    branch = Branch(NodeCounts(ROOT, SUPPORT, counts), NodeCounts("example.com", SUPPORT, counts))
    reading = AutoReading(page, page.title, networks_of("auto"))
    openings = reading.paths.openings
    sums = np.full((len(openings), len(PATH_SUMS)), SUPPORT, np.float32)
    seen = Observation(Status.NEW, 0, branch, PathHistory(sums, openings))
    return Prepared(html, page, seen)


def _features(prepared: Prepared) -> object:
    return page_features(prepared.page.blocks, prepared.page.title)


def _auto(prepared: Prepared) -> object:
    page = prepared.page
    return AutoReading(page, page.title, networks_of("auto")).decide(prepared.seen)


STEPS = {
    "lxml": lambda prepared: bare_parse(prepared.html),
    "features": _features,
    "auto": _auto,
}
