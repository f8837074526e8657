"""What belongs together however its blocks score: lists, tables, listings, a heading and its text; pure.

Blocks are judged one by one. But a table that lacks some of its cells says what is not so, code that lacks
lines does not run, and a heading between two kept texts is theirs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from urltree.containers import containers
from urltree.pathfeatures import tag_of
from urltree.structure import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.containers import Spans
    from urltree.models import TextBlock

    Floats = NDArray[np.floating]
    Mask = NDArray[np.bool_]

#: Elements that are kept whole if over half of their words are. Of an ``ul`` much may be left out: items of
#: menus, of tags, of what is related.
WHOLES = frozenset(("dl", "listing", "ol", "pre", "table", "xmp"))

#: A table with a block of more words than this serves the layout, and is no whole.
MOST_CELL_WORDS = 25


def completed(blocks: Sequence[TextBlock], scores: Floats, words: Floats, content: Mask) -> Mask:
    """Say which of n blocks are content, (n,), given those that are by themselves, their scores and words."""
    return _with_headings(blocks, scores, _with_wholes(blocks, words, content))


def _with_wholes(blocks: Sequence[TextBlock], words: Floats, content: Mask) -> Mask:
    depths = np.fromiter((_depth(block.path) for block in blocks), np.intp, len(blocks))
    inside = depths > 0
    if not (inside & content).any() or not (inside & ~content).any():
        return content
    in_table = np.fromiter((_in_table(block.path) for block in blocks), np.bool_, len(blocks))
    long = (words > MOST_CELL_WORDS) * words
    held = _elements(blocks, depths).sums(words * content, words, long)
    of_content, of_all, of_long = (sums[:, 0] for sums in held)
    is_whole: Mask = inside & (of_content > of_all / 2) & ~(in_table & (of_long > 0))
    return content | is_whole


def _with_headings(blocks: Sequence[TextBlock], scores: Floats, content: Mask) -> Mask:
    """Add headings that stand directly before a text in the element that holds both and text before them.

    But for those that are ruled out (score 0).
    """
    leading = _leading(blocks, scores, content)
    if not leading:
        return content
    starts = _elements(blocks, np.array([block.path.count("/") for block in blocks])).starts[:, 0]
    before = np.concatenate(([0], content.cumsum()))
    follows_text = before[:-1] > before[starts]
    content = content.copy()
    for place in leading:
        content[place] = content[place + 1] and follows_text[place]
    return content


def _leading(blocks: Sequence[TextBlock], scores: Floats, content: Mask) -> list[int]:
    """Find the headings, left out so far, that lead on to content or to one another; the last comes first."""
    found: list[int] = []
    for place in np.flatnonzero(~content[:-1] & (scores[:-1] > 0))[::-1].tolist():
        heading = blocks[place]
        is_above = heading.tag in HEADINGS and blocks[place + 1].shared >= heading.path.count("/")
        if is_above and (content[place + 1] or found[-1:] == [place + 1]):
            found.append(place)
    return found


def _elements(blocks: Sequence[TextBlock], depths: NDArray[np.intp]) -> Spans:
    """Find the element around each of n blocks that is at such a depth, (n, 1)."""
    shared = np.fromiter((block.shared for block in blocks), np.intp, len(blocks))
    return containers(depths, shared, 1).spans


@lru_cache(maxsize=65_536)
def _depth(path: str) -> int:
    """Give the depth of the innermost whole on a path; 0 if there is none."""
    return max((depth for depth, tag in enumerate(_tags(path), 1) if tag in WHOLES), default=0)


@lru_cache(maxsize=65_536)
def _in_table(path: str) -> bool:
    """Say if the innermost whole on a path is a table."""
    return "table" in _tags(path)[_depth(path) - 1 :][:1]


def _tags(path: str) -> list[str]:
    return list(map(tag_of, path.split("/")))
