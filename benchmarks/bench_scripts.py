"""Accuracy of `auto` on today's web in other scripts: mean F1 of a quarter of web-2024, as first pages.

The shipped network has learnt these pages as they are.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.scripts import SCRIPTS, in_script
from urltree import Extractor, PageError
from urltree.evaluation.datasets import read_pages
from urltree.evaluation.measures import Gold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from urltree.evaluation.datasets import GoldPage

#: One page in so many is read.
STEP = 4


def figures(data: Path) -> Iterator[Figure]:
    """Read the pages in each script."""
    file = data / "pages" / "web-2024.jsonl.xz"
    if not file.is_file():
        return
    pages = [*islice(read_pages(file), None, None, STEP)]
    yield from _figures("as it is", pages)
    for name, script in SCRIPTS.items():
        yield from _figures(name, (in_script(page, script) for page in pages))


def kind_scores(pages: Iterable[GoldPage]) -> Mapping[str, list[float]]:
    """Return kind of page -> F1 of its pages, each judged as the first of its site."""
    scores = defaultdict[str, list[float]](list)
    with Extractor() as extractor:
        for page in pages:
            try:
                text = extractor.extract(page.html, page.url, title=page.title, observe=False).text
            except PageError:
                text = ""
            scores[page.kind or "of no kind"].append(Gold(page.gold).score(text).f1)
    return scores


def _figures(name: str, pages: Iterable[GoldPage]) -> Iterator[Figure]:
    found = kind_scores(pages)
    yield Figure(f"{name}: all", fmean(score for scores in found.values() for score in scores), "F1")
    for kind, scores in sorted(found.items()):
        yield Figure(f"{name}: {kind}", fmean(scores), "F1")
