"""Accuracy of `auto` on sites whose listings are crawled too and show whole articles: mean of sites' F1."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from benchmarks.crawls import after_listings, alone, among_listings, articles, twice
from benchmarks.figure import Figure
from benchmarks.pages import stream_files
from urltree import Extractor
from urltree.evaluation.measures import Gold

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from urltree.evaluation.datasets import GoldPage

#: Articles of a site.
PAGES = 60

CRAWLS = {
    "articles alone": alone,
    "after the front page showed them": after_listings(1),
    "after three listings showed them": after_listings(3),
    "after nine listings showed them": after_listings(9),
    "as many listings of old ones between them": among_listings,
    "after a copy at another address": twice,
}


def figures(data: Path) -> Iterator[Figure]:
    """Crawl the streams in each way."""
    sites = [pages for path in stream_files(data) if (pages := articles(path, PAGES))]
    for name, crawl in CRAWLS.items():
        scores = [score(crawl(pages)) for pages in sites]
        if scores:
            yield Figure(name, fmean(scores), "F1")
            yield Figure(f"{name}, worst site", min(scores), "F1")


def score(crawl: Iterable[GoldPage]) -> float:
    """Return the mean F1 of the articles of one site."""
    with Extractor() as extractor:
        texts = [(page.gold, extractor.extract(page.html, page.url, title=page.title).text) for page in crawl]
    return fmean(Gold(gold).score(text).f1 for gold, text in texts if gold)
