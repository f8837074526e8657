"""Make labelled pages from data sets."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.clues import is_headline
from urltree.blocks import parse_page
from urltree.errors import DatasetError, PageError, UrlError
from urltree.evaluation.datasets import read_pages, set_name
from urltree.features import FEATURES, page_features
from urltree.metadata.headline import page_headline
from urltree.rules import shipped_rules
from urltree.training.labelledpage import LabelledPage
from urltree.training.labels import label
from urltree.training.versions import versions
from urltree.urlkey import domain_of, url_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from urltree.evaluation.datasets import GoldPage
    from urltree.training.labels import Labels

_TITLE_MATCH = FEATURES.index("title: match")


def labelled_pages(path: Path, limit: int) -> Iterator[LabelledPage]:
    """Yield the pages of `pages_as_served`, each in all its versions."""
    for page in pages_as_served(path, limit):
        yield from versions(page)


def pages_as_served(path: Path, limit: int) -> Iterator[LabelledPage]:
    """Read a data set's file, `limit` pages of a site at most; pages that cannot be cut are skipped.

    Raises `DatasetError` for what cannot be read, `InputError` if rapidfuzz is not installed.
    """
    seen = Counter[str]()
    for page in read_pages(path):
        seen[page.site] += 1
        if seen[page.site] <= limit and (made := _labelled(page, set_name(path), seen[page.site])):
            yield made


def _domain_or_site(page: GoldPage, dataset: str) -> str:
    """Return the registered domain of a page, or its data set and site if it has no known domain.

    Raises `DatasetError` for a bad URL.
    """
    try:
        domain = domain_of(page.url)
    except UrlError as error:
        raise DatasetError(f"{page.where}: {error}") from error
    return f"{dataset} {page.site}" if domain.endswith(".invalid") else domain


def _labelled(page: GoldPage, dataset: str, number: int) -> LabelledPage | None:
    """Label a page; None if it has no blocks, or cannot be cut."""
    try:
        parsed = parse_page(page.html)
    except PageError:
        return None
    domain = _domain_or_site(page, dataset)
    if not parsed.blocks:
        return None
    title = page.title or page_headline(parsed)
    features = page_features(parsed.blocks, title)
    found = label([block.text for block in parsed.blocks], page.gold)
    return LabelledPage(
        dataset=dataset,
        domain=domain,
        number=number,
        inputs=features.matrix.astype(np.float16),
        words=features.words,
        labels=_agreeing(found, is_headline(features.matrix[:, _TITLE_MATCH])),
        gold=page.gold,
        site=page.site,
        key=url_key(page.url, page.title or parsed.title, shipped_rules()),
        parsed=parsed,
        title=title,
        kind=page.kind,
    )


def _agreeing(labels: Labels, headline: NDArray[np.bool_]) -> Labels:
    """Label all headlines alike, because which of them is aligned is arbitrary; `auto` keeps one."""
    content = labels.content | (headline & (labels.content & headline).any())
    return labels._replace(content=content)
