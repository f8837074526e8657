"""Text that other pages repeat: front pages, pages of tags, and print versions show whole articles; pure.

The text of a page is mostly new to its site. Where nearly all of it is in the same number of other documents,
and these are few, they repeat this text, which does not make it template. Such documents are not counted.

Where most documents hold nearly all of it, except for its numbers, which are not counted, the numbers are
what the page is about: those of a lottery, or of the weather.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from urltree.models import NodeCounts, PagePaths

#: A block is template if at least `TEMPLATE_COUNT` documents of the domain hold it, and more than
#: `TEMPLATE_SHARE` of the documents other than the page at hand.
TEMPLATE_COUNT = 3
TEMPLATE_SHARE = 0.5

#: The most documents that may repeat a text: what more of them hold is template.
MOST_REPRINTS = 12

#: A text is reprinted if more than this share of it, leaving out what more than `MOST_REPRINTS` others hold,
#: is in the same number of documents; or if more than this share of it is in most documents with other
#: numbers.
REPRINTED = 0.8

#: The fewest words of a block that is taken to be repeated with other numbers: *12 comments* is template.
NUMBERED_WORDS = 10

#: A block is text if it looks like content without its site: by this score of `PagePaths` or more.
LIKELY_SCORE = 128


def count_reprints(paths: PagePaths, counts: Mapping[int, int]) -> int:
    """Say how many other documents repeat the text of a page, by the counts of its blocks; mostly 0."""
    counted = np.array([counts.get(each, 1) for each in paths.blocks], np.intp)
    held = np.minimum(counted, MOST_REPRINTS + 2)
    text = np.bincount(held, paths.words * (paths.scores >= LIKELY_SCORE), MOST_REPRINTS + 3)[:-1]
    most = int(text.argmax())
    return max(0, most - 1) if text[most] > REPRINTED * text.sum() else 0


def is_template(held: NDArray[Any], support: int) -> NDArray[np.bool_]:
    """Say which blocks are template, by how many of their domain's `support` documents hold each."""
    template: NDArray[np.bool_] = (held >= TEMPLATE_COUNT) & (held - 1 > TEMPLATE_SHARE * (support - 1))
    return template


def differs_in_numbers(paths: PagePaths, numbered: NDArray[np.bool_], domain: NodeCounts) -> bool:
    """Say whether the text of a page is that of most others of its domain, except for its numbers.

    `numbered` (k,) says which of the page's k blocks with letters have digits, too.
    """
    held = np.array([domain.counts.get(each, 1) for each in paths.blocks])
    text = paths.words * (paths.scores >= LIKELY_SCORE)
    renumbered = is_template(held, domain.support) & numbered & (paths.words >= NUMBERED_WORDS)
    return bool((text * renumbered).sum() > REPRINTED * text.sum())


def without_reprints(branch: Sequence[NodeCounts], paths: PagePaths) -> Sequence[NodeCounts]:
    """Return the counts along a branch, root first, without the documents that repeat the page's text.

    If there are none, the same object is returned.
    """
    if not count_reprints(paths, branch[1].counts):
        return branch
    return tuple(_without(node, count_reprints(paths, node.counts)) for node in branch)


def _without(node: NodeCounts, documents: int) -> NodeCounts:
    if not documents:
        return node
    counts = {each: max(1, count - documents) for each, count in node.counts.items()}
    return replace(node, support=node.support - documents, counts=counts)
