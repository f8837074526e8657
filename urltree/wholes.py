"""What belongs together however its blocks score: lists, tables, listings, a heading and its text; pure.

Blocks are judged one by one. But a table that lacks some of its cells says what is not so, code that lacks
lines does not run, and a heading between two kept texts is theirs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.containers import containers
from urltree.pathfeatures import tag_of
from urltree.structure import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import TextBlock

    Floats = NDArray[np.floating]
    Mask = NDArray[np.bool_]

#: Elements that are kept whole if over half of their words are. Of an ``ul`` much may be left out: items of
#: menus, of tags, of what is related.
WHOLES = frozenset(("dl", "listing", "ol", "pre", "table", "xmp"))

#: A table with a block of more words than this serves the layout, and is no whole.
MOST_CELL_WORDS = 25


class _Whole(NamedTuple):
    """The innermost whole around a block: its depth, 0 if there is none, and whether it is a table."""

    depth: int
    is_table: bool


def completed(blocks: Sequence[TextBlock], scores: Floats, words: Floats, content: Mask) -> Mask:
    """Say which of n blocks are content, (n,), given those that are by themselves, their scores and words."""
    shared = np.fromiter((block.shared for block in blocks), np.intp, len(blocks))
    return _with_headings(blocks, shared, scores, _with_wholes(blocks, shared, words, content))


def _with_wholes(blocks: Sequence[TextBlock], shared: NDArray[np.intp], words: Floats, content: Mask) -> Mask:
    depths, is_table = np.array([_whole(block.path) for block in blocks], np.intp).T
    if not depths.any():
        return content
    held = containers(depths, shared, 1).spans
    long = (words > MOST_CELL_WORDS) * words
    of_content, of_all, of_long = (sums[:, 0] for sums in held.sums(words * content, words, long))
    is_whole: Mask = (depths > 0) & (of_content > of_all / 2) & ~((is_table > 0) & (of_long > 0))
    return content | is_whole


def _with_headings(
    blocks: Sequence[TextBlock], shared: NDArray[np.intp], scores: Floats, content: Mask
) -> Mask:
    """Add headings that stand directly before a text in the element that holds both and text before them.

    But for those that are ruled out (score 0).
    """
    left_out = [
        place
        for place, block in enumerate(blocks[:-1])
        if block.tag in HEADINGS and scores[place] > 0 and not content[place]
    ]
    if not left_out:
        return content
    above = np.array([block.path.count("/") for block in blocks])
    starts = containers(above, shared, 1).spans.starts[:, 0]
    before = np.concatenate(([0], content.cumsum()))
    follows_text = before[:-1] > before[starts]
    content = content.copy()
    for place in reversed(left_out):
        leads_on = content[place + 1] and shared[place + 1] >= above[place]
        content[place] = leads_on and follows_text[place]
    return content


@lru_cache(maxsize=65_536)
def _whole(path: str) -> _Whole:
    tags = list(map(tag_of, path.split("/")))
    depth = max((depth for depth, tag in enumerate(tags, 1) if tag in WHOLES), default=0)
    return _Whole(depth, depth > 0 and tags[depth - 1] == "table")
