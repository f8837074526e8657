"""Accuracy of `auto` on the streams in other markup: mean of sites' F1, first 40 pages of each."""

from __future__ import annotations

from itertools import islice
from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks import markups
from benchmarks.bench_listings import score
from benchmarks.figure import Figure
from benchmarks.pages import stream_files
from urltree.evaluation.datasets import read_pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Pages of a site.
PAGES = 40

MARKUPS: dict[str, markups.Rewrite] = {
    "as it is": markups.as_it_is,
    "no ids and classes": markups.without_names,
    "ids and classes made up, others for each ten pages": markups.names_made_up,
    "custom elements for boxes and sections": markups.custom_elements,
    "boxes for sections and paragraphs": markups.boxes_alone,
    "line breaks between paragraphs": markups.line_breaks,
}


def figures(data: Path) -> Iterator[Figure]:
    """Read the streams in each markup."""
    for name, rewrite in MARKUPS.items():
        scores = [rewritten_score(path, PAGES, rewrite) for path in stream_files(data)]
        if scores:
            yield Figure(name, fmean(scores), "F1")
            yield Figure(f"{name}, worst site", min(scores), "F1")


def rewritten_score(path: Path, limit: int, rewrite: markups.Rewrite) -> float:
    """Return the mean F1 of the first pages of a stream in other markup."""
    pages = enumerate(islice(read_pages(path), limit))
    return score(markups.rewritten(page, number, rewrite) for number, page in pages)
