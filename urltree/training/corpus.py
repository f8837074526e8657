"""Data sets to labelled pages: each site is replayed through a tree of its own, as in evaluation."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.auto import network_inputs
from urltree.blocks import parse_page
from urltree.errors import DatasetError, PageError, UrlError
from urltree.evaluation.datasets import read_pages, set_name
from urltree.store import open_store
from urltree.training.labels import label
from urltree.tree import UrlTree
from urltree.urlkey import url_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from urltree.evaluation.datasets import GoldPage
    from urltree.rules import RuleSet
    from urltree.training.labels import Labels

#: Every page is observed at this time, so that none expires by age.
NOW = 0.0


class LabelledPage(NamedTuple):
    """A page of n blocks to learn from, or to be judged by."""

    #: Name of its data set.
    dataset: str
    #: Registered domain: pages of one domain are never on both sides of a split.
    domain: str
    #: Its number on its site, from 1.
    number: int
    #: float16 (n, len(INPUTS)): the network's inputs.
    inputs: NDArray[np.float16]
    #: float32 (n,): words as the heuristic counts them.
    words: NDArray[np.float32]
    texts: tuple[str, ...]
    labels: Labels
    gold: str


def labelled_pages(path: Path, rules: RuleSet, limit: int) -> Iterator[LabelledPage]:
    """Replay a data set's file, `limit` pages of a site at most; pages that cannot be cut are passed over.

    Raises `DatasetError` for what cannot be read, `InputError` if rapidfuzz is not installed.
    """
    trees = defaultdict[str, UrlTree](lambda: UrlTree(open_store("memory://")))
    seen = Counter[str]()
    for page in read_pages(path):
        seen[page.site] += 1
        if seen[page.site] <= limit and (
            made := _labelled(page, path, seen[page.site], trees[page.site], rules)
        ):
            yield made


def _labelled(page: GoldPage, path: Path, number: int, tree: UrlTree, rules: RuleSet) -> LabelledPage | None:
    try:
        parsed = parse_page(page.html)
    except PageError:
        return None
    title = page.title or parsed.title
    try:
        key = url_key(page.url, title, rules)
    except UrlError as error:
        raise DatasetError(f"{page.where}: {error}") from error
    branch = tree.observe(key, parsed.blocks, NOW).branch
    if not parsed.blocks:
        return None
    inputs, words = network_inputs(parsed.blocks, branch, title)
    texts = tuple(block.text for block in parsed.blocks)
    domain = f"{set_name(path)} {page.site}" if key.domain.endswith(".invalid") else key.domain
    labels = label(texts, page.gold)
    return LabelledPage(
        set_name(path), domain, number, inputs.astype(np.float16), words, texts, labels, page.gold
    )
