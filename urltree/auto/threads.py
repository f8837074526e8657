"""Threads, whose posts are named as the comments below an article are; pure.

The names of comments tell the network to leave text out. Where comments are all that a page has, they are its
text: on pages of Hacker News, Reddit and GitHub. There these names are taken for those of an article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.auto.article import find_article
from urltree.auto.clues import HALF_MATCH
from urltree.auto.networks import COLUMNS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

#: A thread has at least so many words in comments and, but for the headline, fewer than so many words of text
#: elsewhere. If at least this share of its comments is text, nothing is amiss.
THREAD_WORDS = 400
WORDS_ELSEWHERE = 10
TEXT_SHARE = 0.5

#: A block with at least this share of its letters in links is neither: *178 points by ann | hide*.
LINK_SHARE = 0.5

_COMMENTS = [COLUMNS[name] for name in ("names: comment", "marks: comment")]
_BODY = COLUMNS["names: body"]
_TELLING = [*_COMMENTS, COLUMNS["marks: comment on the page"]]


def is_thread(inputs: Floats, words: Floats, alone: Floats) -> bool:
    """Say whether comments are all that a page of n blocks has.

    `inputs` (n, ...) begin with the features; `words` and the scores without the site, `alone`, are (n,).
    """
    named = (inputs[:, _COMMENTS] > 0).any(axis=1)
    written = words * (inputs[:, COLUMNS["text: link share"]] < LINK_SHARE)
    comments = (written * named).sum()
    if comments < THREAD_WORDS:
        return False
    heads = inputs[:, COLUMNS["title: match"]] >= HALF_MATCH
    text = written * (find_article(alone, words, heads, known=0) & ~heads)
    return bool((text * named).sum() < TEXT_SHARE * comments and (text * ~named).sum() < WORDS_ELSEWHERE)


def with_bodies(inputs: Floats) -> Floats:
    """Return inputs in which the names of comments count as those of an article's body."""
    inputs = inputs.copy()
    inputs[:, _BODY] = inputs[:, [_BODY, *_COMMENTS]].max(axis=1)
    inputs[:, _TELLING] = 0
    return inputs
