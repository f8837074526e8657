"""Text told again: front pages show whole articles, so do those of tags, and versions for print; pure.

The text of a page is mostly new to its site. Where all of it is in as many other documents, and these are
few, they tell the same: that it repeats makes it no template. They count as if they had never been.

Where most documents hold all of it, but for its numbers, which counts do not see, the numbers are the text:
of a lottery, of the weather.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from urltree.models import TEMPLATE_COUNT, TEMPLATE_SHARE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from urltree.models import NodeCounts, PagePaths

#: Documents that tell a text again, at most: what more hold is template.
RETELLERS = 12

#: So much of the text, without what more hold, is in as many documents.
RETOLD = 0.8

#: Words of a text that is told again with other numbers, at least: *12 comments* is template.
NUMBERED_WORDS = 10

#: Text is what looks like content without its site, by this score of `PagePaths` or more.
LIKELY_SCORE = 128


def retellers(paths: PagePaths, counts: Mapping[int, int]) -> int:
    """Say how many other documents tell the text of a page, by how many hold its blocks; 0 for most pages."""
    counted = np.array([counts.get(each, 1) for each in paths.blocks], np.intp)
    held = np.minimum(counted, RETELLERS + 2)
    text = np.bincount(held, paths.words * (paths.scores >= LIKELY_SCORE), RETELLERS + 3)[:-1]
    most = int(text.argmax())
    return max(0, most - 1) if text[most] > RETOLD * text.sum() else 0


def differs_in_numbers(paths: PagePaths, numbered: NDArray[np.bool_], domain: NodeCounts) -> bool:
    """Say if the text of a page is that of most others of its domain, but for its numbers.

    Of the page's k blocks with letters, `numbered` (k,) have digits too.
    """
    held = np.array([domain.counts.get(each, 1) for each in paths.blocks])
    template = (held >= TEMPLATE_COUNT) & (held - 1 > TEMPLATE_SHARE * (domain.support - 1))
    text = paths.words * (paths.scores >= LIKELY_SCORE)
    told = template & numbered & (paths.words >= NUMBERED_WORDS)
    return bool((text * told).sum() > RETOLD * text.sum())


def without_retellers(branch: Sequence[NodeCounts], paths: PagePaths) -> Sequence[NodeCounts]:
    """Give the counts along a branch as if those documents had never been: root, domain, what is below.

    The branch itself if there are none.
    """
    if not retellers(paths, branch[1].counts):
        return branch
    return tuple(_without(node, retellers(paths, node.counts)) for node in branch)


def _without(node: NodeCounts, documents: int) -> NodeCounts:
    if not documents:
        return node
    counts = {each: max(1, count - documents) for each, count in node.counts.items()}
    return replace(node, support=node.support - documents, counts=counts)
