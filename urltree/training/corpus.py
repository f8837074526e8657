"""Make labelled pages from data sets: each site is replayed through its own tree, as in evaluation."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.clues import is_headline
from urltree.blocks import parse_page
from urltree.errors import DatasetError, PageError, UrlError
from urltree.evaluation.datasets import read_pages, set_name
from urltree.evaluation.systems import NOW
from urltree.evidence.treeevidence import tree_evidence
from urltree.features import FEATURES, page_features
from urltree.metadata.headline import page_headline
from urltree.models import Status
from urltree.rules import shipped_rules
from urltree.store import open_store
from urltree.training.labelledpage import LabelledPage, Observed
from urltree.training.labels import label
from urltree.training.versions import versions
from urltree.traits.outline import outline
from urltree.tree import UrlTree
from urltree.urlkey import domain_of, url_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from urltree.evaluation.datasets import GoldPage
    from urltree.training.labels import Labels

_TITLE_MATCH = FEATURES.index("title: match")


def labelled_pages(path: Path, limit: int) -> Iterator[LabelledPage]:
    """Replay a data set's file, `limit` pages of a site at most; pages that cannot be cut are skipped.

    Each page is yielded in all its versions. Raises `DatasetError` for what cannot be read, `InputError` if
    rapidfuzz is not installed.
    """
    trees = defaultdict[str, UrlTree](lambda: UrlTree(open_store("memory://")))
    for number, page in numbered_pages(path, limit):
        yield from _labelled(page, path, number, trees[page.site])


def numbered_pages(path: Path, limit: int) -> Iterator[tuple[int, GoldPage]]:
    """Read a data set's file, `limit` pages of a site at most, each with its number on its site, from 1."""
    seen = Counter[str]()
    for page in read_pages(path):
        seen[page.site] += 1
        if seen[page.site] <= limit:
            yield seen[page.site], page


def domain_or_site(page: GoldPage, dataset: str) -> str:
    """Return the registered domain of a page, or its data set and site if it has no known domain.

    Raises `DatasetError` for a bad URL.
    """
    try:
        domain = domain_of(page.url)
    except UrlError as error:
        raise DatasetError(f"{page.where}: {error}") from error
    return f"{dataset} {page.site}" if domain.endswith(".invalid") else domain


def _labelled(page: GoldPage, path: Path, number: int, tree: UrlTree) -> Iterator[LabelledPage]:
    try:
        parsed = parse_page(page.html)
    except PageError:
        return
    dataset, title = set_name(path), page.title or page_headline(parsed)
    domain = domain_or_site(page, dataset)
    key = url_key(page.url, page.title or parsed.title, shipped_rules())
    seen = tree.observe(key, parsed.blocks, NOW)
    if not parsed.blocks:
        return
    features = page_features(parsed.blocks, title)
    evidence = tree_evidence(parsed.blocks, seen.branch, features.words, features.long, features.elements)
    texts = [block.text for block in parsed.blocks]
    made = LabelledPage(
        dataset=dataset,
        domain=domain,
        number=number,
        inputs=np.concatenate((features.matrix, evidence), axis=1, dtype=np.float16),
        words=features.words,
        labels=_agreeing(label(texts, page.gold), is_headline(features.matrix[:, _TITLE_MATCH])),
        gold=page.gold,
        observed=Observed(
            page.site, parsed.blocks, outline(parsed.blocks), seen.branch, seen.status is Status.NEW
        ),
        kind=page.kind,
    )
    yield from versions(made, title)


def _agreeing(labels: Labels, headline: NDArray[np.bool_]) -> Labels:
    """Label all headlines alike, because which of them is aligned is arbitrary; `auto` keeps one."""
    content = labels.content | (headline & (labels.content & headline).any())
    return labels._replace(content=content)
