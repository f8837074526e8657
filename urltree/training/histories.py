"""Add to each page what the past of its site shows, as `auto` would see it.

The history of paths holds scores, and the network that gives them must not have learnt the same pages. So the
pages of each fold are scored by a network that learnt the other folds, without any history.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.auto import how_familiar
from urltree.evidence.pathevidence import path_evidence
from urltree.evidence.pathhistory import page_paths, path_sums
from urltree.evidence.reprints import without_reprints
from urltree.evidence.treeevidence import tree_evidence
from urltree.features import FEATURES, page_features
from urltree.store.pathtable import PathTable
from urltree.training.examples import rows, teaches
from urltree.training.fit import fit
from urltree.training.labelledpage import Version
from urltree.training.validation import fold_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from urltree.models import PagePaths
    from urltree.scorer import Network
    from urltree.training.fit import TrainingOptions
    from urltree.training.labelledpage import LabelledPage

#: Number of folds in which pages are scored for the history.
FOLDS = 5


def cold_networks(
    pages: Sequence[LabelledPage], weights: Mapping[str, float], options: TrainingOptions
) -> dict[int, Network]:
    """Return for each fold a network of the features alone, fitted without the fold's pages if possible."""
    folds = {fold_of(page.domain, FOLDS) for page in pages}
    return {fold: _without_fold(pages, fold, weights, options) for fold in folds}


def with_histories(pages: Sequence[LabelledPage], networks: Mapping[int, Network]) -> list[LabelledPage]:
    """Add the inputs of the history of paths to pages, which are in order within each site.

    Each version of a site's pages has its own history. Documents that repeat the text of a page, judged by
    the scores of its blocks, are left out of its counts. A page that comes again has itself in its history,
    where `UrlTree` would leave it out.
    """
    tables = defaultdict[tuple[str, str, Version], PathTable](PathTable)
    documents = Counter[tuple[str, str, Version]]()
    done = []
    for page in pages:
        site = page.dataset, page.observed.site, page.version
        scores = networks[fold_of(page.domain, FOLDS)].score(_features(page))
        done.append(_with_history(page, scores, tables[site], documents[site] + 1))
        documents[site] += page.observed.is_new
    return done


def _without_fold(
    pages: Sequence[LabelledPage], fold: int, weights: Mapping[str, float], options: TrainingOptions
) -> Network:
    teaching = [page for page in pages if teaches(page)]
    others = [page for page in teaching if fold_of(page.domain, FOLDS) != fold]
    return fit(rows(others or teaching, weights, options.seed), options).where_the_rest_is_0(len(FEATURES))


def _features(page: LabelledPage) -> NDArray[np.float32]:
    return page.inputs[:, : len(FEATURES)].astype(np.float32)


def _evidence(page: LabelledPage, paths: PagePaths) -> NDArray[np.floating]:
    observed = page.observed
    branch = without_reprints(observed.branch, paths)
    if branch == observed.branch:
        return page.inputs[:, len(FEATURES) :]
    known = page_features(observed.blocks, None)
    return tree_evidence(observed.blocks, branch, page.words, known.long, known.elements)


def _with_history(
    page: LabelledPage, scores: NDArray[np.float32], table: PathTable, number: int
) -> LabelledPage:
    observed = page.observed
    paths = page_paths(observed.blocks, observed.outline, page.words, scores)
    history = table.read(paths.hashes, number, 1)
    if observed.is_new:
        table.add(paths, history, path_sums(paths, observed.branch[1], history), number)
    past = path_evidence(observed.outline, history)
    inputs = np.concatenate((_features(page), _evidence(page, paths), past), axis=1, dtype=np.float32)
    inputs[:, len(FEATURES) :] *= how_familiar(paths, history)
    return page._replace(inputs=inputs.astype(np.float16))
