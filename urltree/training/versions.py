"""Versions of a labelled page: the same text as other sites might have published it."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from urltree.evaluation.measures import words
from urltree.features import FEATURES, page_features
from urltree.models import NodeCounts
from urltree.training.boxes import boxed
from urltree.training.labelledpage import Version
from urltree.traits.outline import outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from urltree.models import TextBlock
    from urltree.training.labelledpage import LabelledPage

#: First pages of a site that get a version without names, and first pages that get one with boxes.
NAMELESS_PAGES = 150
BOXED_PAGES = 30

#: The kinds of page with a single text that boxes may stand beside; None is for data sets without kinds.
_BOXED_KINDS = frozenset((None, "article"))

#: An id or a class in a path.
_NAME = re.compile(r"[#.][^/\[]*")


def versions(page: LabelledPage, title: str | None) -> Iterator[LabelledPage]:
    """Yield a page as served, then its other versions.

    `title` is its headline, if known.
    """
    yield page
    if page.number <= NAMELESS_PAGES:
        yield (nameless := _nameless(page, title))
        if page.number <= BOXED_PAGES and page.kind in _BOXED_KINDS:
            yield from _boxed(page, nameless, title)


def _nameless(page: LabelledPage, title: str | None) -> LabelledPage:
    blocks = tuple(block._replace(path=_NAME.sub("", block.path)) for block in page.observed.blocks)
    inputs = page.inputs.copy()
    inputs[:, : len(FEATURES)] = page_features(blocks, title).matrix
    observed = page.observed._replace(blocks=blocks, outline=outline(blocks))
    return page._replace(inputs=inputs, observed=observed, version=Version.NAMELESS)


def _boxed(named: LabelledPage, nameless: LabelledPage, title: str | None) -> Iterator[LabelledPage]:
    """Insert boxes into one of the two, chosen at random, if it has enough text to make boxes of."""
    name = f"{named.dataset} {named.observed.site} {named.number}"
    random = Random(name.encode(errors="surrogateescape"))  # noqa: S311 - no secret
    page = random.choice((named, nameless))
    content = np.flatnonzero(page.labels.content).tolist()
    found = boxed(page.observed.blocks, content, random, named=page is named)
    if not found:
        return
    features = page_features(found.blocks, title)
    inputs = np.zeros((len(found.blocks), page.inputs.shape[1]), np.float16)
    inputs[:, : len(FEATURES)] = features.matrix
    yield _first(page, found.blocks)._replace(
        inputs=inputs,
        words=features.words,
        labels=page.labels._replace(
            content=np.isin(found.origins, content),
            words=np.array([len(words(block.text)) for block in found.blocks]),
        ),
        version=Version.BOXED,
    )


def _first(page: LabelledPage, blocks: Sequence[TextBlock]) -> LabelledPage:
    """Return a page with other blocks, as the only page of its own site."""
    counts = dict.fromkeys((block.hash for block in blocks if block.hash is not None), 1)
    observed = page.observed._replace(
        site=f"{page.observed.site} {page.number}",
        blocks=tuple(blocks),
        outline=outline(blocks),
        branch=[NodeCounts(node.node, 1, counts) for node in page.observed.branch],
        is_new=True,
    )
    return page._replace(number=1, observed=observed)
