"""Versions of a labelled page: the same text as other sites might have published it."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from urltree.evaluation.measures import words
from urltree.features import page_features
from urltree.training.boxes import boxed
from urltree.training.labelledpage import Version

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from urltree.models import TextBlock
    from urltree.training.labelledpage import LabelledPage
    from urltree.training.labels import Labels

#: First pages of a site that get a version without names, and first pages that get one with boxes.
NAMELESS_PAGES = 150
BOXED_PAGES = 30

#: The kinds of page with a single text that boxes may stand beside; None is for data sets without kinds.
_BOXED_KINDS = frozenset((None, "article"))

#: An id or a class in a path.
_NAME = re.compile(r"[#.][^/\[]*")


def versions(page: LabelledPage) -> Iterator[LabelledPage]:
    """Yield a page as served, then its other versions."""
    yield page
    if page.number <= NAMELESS_PAGES:
        yield (nameless := _nameless(page))
        if page.number <= BOXED_PAGES and page.kind in _BOXED_KINDS:
            yield from _boxed(page, nameless)


def _nameless(page: LabelledPage) -> LabelledPage:
    blocks = (block._replace(path=_NAME.sub("", block.path)) for block in page.parsed.blocks)
    return _with_blocks(page, blocks, page.labels)._replace(version=Version.NAMELESS)


def _boxed(named: LabelledPage, nameless: LabelledPage) -> Iterator[LabelledPage]:
    """Insert boxes into one of the two, chosen at random, if it has enough text to make boxes of."""
    name = f"{named.dataset} {named.site} {named.number}"
    random = Random(name.encode(errors="surrogateescape"))  # noqa: S311 - no secret
    page = random.choice((named, nameless))
    content = np.flatnonzero(page.labels.content).tolist()
    found = boxed(page.parsed.blocks, content, random, named=page is named)
    if found:
        labels = page.labels._replace(
            content=np.isin(found.origins, content),
            words=np.array([len(words(block.text)) for block in found.blocks]),
        )
        site = f"{page.site} {page.number}"  # as the only page of its own site
        yield _with_blocks(page, found.blocks, labels)._replace(version=Version.BOXED, site=site, number=1)


def _with_blocks(page: LabelledPage, blocks: Iterable[TextBlock], labels: Labels) -> LabelledPage:
    parsed = replace(page.parsed, blocks=tuple(blocks))
    features = page_features(parsed.blocks, page.title)
    inputs = features.matrix.astype(np.float16)
    return page._replace(parsed=parsed, inputs=inputs, words=features.words, labels=labels)
