"""Make the lessons that a network learns from, out of labelled pages."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from urltree.features import FEATURES
from urltree.training.fit import Lesson
from urltree.training.labelledpage import Version
from urltree.traits.outline import outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from urltree.training.labelledpage import LabelledPage

Float = TypeVar("Float", np.float16, np.float32)

#: Long blocks count for more: (words of the block / words of the gold text) to this power.
WORD_POWER = 0.75

#: The first pages of a site are learnt from, and one in so many of the later ones, when more of the site is
#: known: all of them would teach too much of that one site.
LEARNT_PAGES = 50
LATER_STEP = 6

#: If a site has more pages, their weights are lowered by the square root of the ratio.
FULL_WEIGHT_PAGES = 50

#: Most blocks that are learnt from one page, from its start.
LEARNT_BLOCKS = 1_500

#: Weight of a page with evidence, relative to the same page without.
WARM_WEIGHT = 1.5

#: Weight of each version of a page, relative to the page as served.
VERSION_WEIGHT = {Version.AS_SERVED: 1.0, Version.NAMELESS: 0.25, Version.BOXED: 0.15}

#: First pages of a site that are learnt without evidence too, and the share of later ones that are.
COLD_PAGES = 10
COLD_SHARE = 0.3


def teaches(page: LabelledPage) -> bool:
    """Return whether a page is learnt from."""
    is_chosen = page.number <= LEARNT_PAGES or page.number % LATER_STEP == 0
    return is_chosen and page.labels.teach


def lessons(pages: Sequence[LabelledPage], weights: Mapping[str, float], seed: int) -> list[Lesson]:
    """Make lessons of one or more pages that teach; `weights` holds the weights of data sets other than 1.

    All pages but the first of a site are learnt with their evidence, early pages and some others without.
    """
    random = np.random.default_rng(seed)
    sites = Counter(map(_site, pages))
    numbers = {domain: number for number, domain in enumerate(dict.fromkeys(page.domain for page in pages))}
    made = [
        lesson
        for page in pages
        for lesson in _of_page(page, _page_weight(page, sites, weights), numbers[page.domain], random)
    ]
    average = sum(float(lesson.weights.sum()) for lesson in made) / sum(len(each.weights) for each in made)
    return [lesson._replace(weights=lesson.weights / np.float32(average)) for lesson in made]


def _site(page: LabelledPage) -> tuple[str, str, Version]:
    return page.dataset, page.domain, page.version


def _page_weight(
    page: LabelledPage, sites: Mapping[tuple[str, str, Version], int], weights: Mapping[str, float]
) -> float:
    weight = weights.get(page.dataset, 1.0) * VERSION_WEIGHT[page.version]
    return weight * min(1.0, math.sqrt(FULL_WEIGHT_PAGES / sites[_site(page)]))


def _of_page(page: LabelledPage, weight: float, site: int, random: np.random.Generator) -> Iterator[Lesson]:
    learnt = slice(LEARNT_BLOCKS)
    inputs, weights = page.inputs[learnt], np.float32(weight) * block_weights(page)[learnt]
    own = outline(page.parsed.blocks).own[learnt]
    lesson = Lesson(inputs, page.labels.content[learnt], weights, own, page.words[learnt], site)
    if page.number > 1:
        yield lesson._replace(weights=weights * np.float32(WARM_WEIGHT))
    if page.number <= COLD_PAGES or random.random() < COLD_SHARE:
        yield lesson._replace(inputs=inputs[:, : len(FEATURES)])


def block_weights(page: LabelledPage) -> NDArray[np.float32]:
    """Return the weights (n,) of a page's n blocks, from their words as a share of the gold text's."""
    shares = page.labels.words.clip(1) / page.labels.gold_words
    return (shares**WORD_POWER).astype(np.float32)


def without_evidence(inputs: NDArray[Float]) -> NDArray[Float]:
    """Return the network's inputs (n, ...) as they would be on the first page of a site."""
    return zeroed(inputs, range(len(FEATURES), inputs.shape[1]))


def zeroed(inputs: NDArray[Float], columns: Sequence[int]) -> NDArray[Float]:
    """Return inputs (n, ...) that are 0 in these columns."""
    known = inputs.copy()
    known[:, list(columns)] = 0
    return known
