"""Text that other pages repeat: front pages, pages of tags, and print versions show whole articles; pure.

The text of a page is mostly new to its site. Where nearly all of it, or of its first third, is in the same
number of other documents, and these are few, they repeat this text, which does not make it template. Such
documents are not counted.

Where most documents hold nearly all of it, except for its numbers, which are not counted, the numbers are
what the page is about: those of a lottery, or of the weather.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from urltree.models import Branch

if TYPE_CHECKING:
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

#: A text is reprinted, too, if its beginning is: the blocks with the first of its words, up to this share.
#: Pages show the next article below their own, and listings the beginnings of articles. But what most
#: documents hold is no such beginning.
BEGINNING = 1 / 3

#: The fewest words of a block that is taken to be repeated with other numbers: *12 comments* is template.
NUMBERED_WORDS = 10

#: A block is text if it looks like content without its site: by this score of `PagePaths` or more.
LIKELY_SCORE = 128


def count_reprints(paths: PagePaths, node: NodeCounts) -> int:
    """Say how many other documents of a node repeat the text of a page, or its beginning; mostly 0."""
    counted = np.array([node.counts.get(each, 1) for each in paths.blocks], np.intp)
    held = np.minimum(counted, MOST_REPRINTS + 2)
    text = paths.words * ((paths.scores >= LIKELY_SCORE) & (held < MOST_REPRINTS + 2))
    if not text[held > 1].any():
        return 0
    begun = _others_with(text * (text.cumsum() - text < BEGINNING * text.sum()), held)
    return _others_with(text, held) or (begun if begun <= TEMPLATE_SHARE * (node.support - 1) else 0)


def _others_with(text: NDArray[Any], held: NDArray[np.intp]) -> int:
    """Say how many other documents hold nearly all of a text, given as the words of its blocks; else 0."""
    words = np.bincount(held, text, 1)
    most = int(words.argmax())
    return max(0, most - 1) if words[most] > REPRINTED * text.sum() else 0


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


def without_reprints(branch: Branch, paths: PagePaths) -> Branch:
    """Return the counts along a branch without the documents that repeat the page's text."""
    if not count_reprints(paths, branch.domain):
        return branch
    root, domain, *below = (
        _without(node, count_reprints(paths, node)) for node in (branch.root, branch.domain, *branch.below)
    )
    return Branch(root, domain, tuple(below))


def _without(node: NodeCounts, documents: int) -> NodeCounts:
    if not documents:
        return node
    counts = {each: max(1, count - documents) for each, count in node.counts.items()}
    return replace(node, support=node.support - documents, counts=counts)
