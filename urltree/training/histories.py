"""Add to each page what the past of its site shows, as `auto` sees it.

The history of paths holds scores, and the network that gives them must not have learnt the same pages. So the
pages of each fold are scored by a network that learnt the other folds, and the features of pages alone.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.auto import AutoReading
from urltree.auto.networks import Networks
from urltree.auto.siteview import SiteView
from urltree.evaluation.systems import NOW
from urltree.store import open_store
from urltree.training.examples import lessons, teaches
from urltree.training.fit import fit
from urltree.training.labelledpage import Version
from urltree.training.validation import fold_of
from urltree.tree import UrlTree

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from urltree.scorer import Network
    from urltree.training.fit import TrainingOptions
    from urltree.training.labelledpage import LabelledPage

#: Number of folds in which pages are scored for the history, and members of the network that scores a fold:
#: fewer than are shipped, since a path's history is the mean of many scores.
FOLDS, MEMBERS = 5, 3


def cold_networks(
    pages: Sequence[LabelledPage], weights: Mapping[str, float], options: TrainingOptions
) -> dict[int, Network]:
    """Return for each fold a network of the features, fitted without the fold's pages if possible."""
    folds = {fold_of(page.domain, FOLDS) for page in pages}
    return {fold: _without_fold(pages, fold, weights, options) for fold in folds}


def with_histories(pages: Sequence[LabelledPage], networks: Mapping[int, Network]) -> list[LabelledPage]:
    """Replay pages, which are in order within each site, and add the inputs that depend on their site's past.

    Each version of a site's pages has its own tree.
    """
    trees = defaultdict[tuple[str, str, Version], UrlTree](lambda: UrlTree(open_store("memory://")))
    return [
        _observed(page, networks[fold_of(page.domain, FOLDS)], trees[page.dataset, page.site, page.version])
        for page in pages
    ]


def _without_fold(
    pages: Sequence[LabelledPage], fold: int, weights: Mapping[str, float], options: TrainingOptions
) -> Network:
    teaching = [page for page in pages if teaches(page)]
    others = [page for page in teaching if fold_of(page.domain, FOLDS) != fold]
    return fit(lessons(others or teaching, weights, options.seed), replace(options, members=MEMBERS))


def _observed(page: LabelledPage, network: Network, tree: UrlTree) -> LabelledPage:
    reading = AutoReading(page.parsed, page.title, Networks(network, network))
    seen = tree.observe(page.key, page.parsed.blocks, NOW, reading.paths)
    return page._replace(inputs=SiteView(reading, seen).inputs.astype(np.float16))
