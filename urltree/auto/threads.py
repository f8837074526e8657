"""Threads, whose posts are named as the comments below an article are; pure.

The names of comments tell the network to leave text out. Where comments are all that a page has, they are its
text: on pages of Hacker News, Reddit and GitHub. There these names are taken for those of an article.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.article import find_article
from urltree.auto.clues import HALF_MATCH
from urltree.auto.networks import COLUMNS
from urltree.features import LONG_WORDS
from urltree.traits.pathfeatures import MARKS, NAMES
from urltree.traits.rows import rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import TextBlock

    Floats = NDArray[np.float32]

#: With fewer words in comments nothing is a thread.
LEAST_WORDS = 20

#: A thread has at least so many words in comments and, but for the headline, fewer than so many words of text
#: elsewhere. If at least this share of its comments is text, nothing is amiss.
THREAD_WORDS = 400
WORDS_ELSEWHERE = 10
TEXT_SHARE = 0.5

#: Where the first post is text and its replies stand in one row with it, a thread may be shorter, with fewer
#: than so many words of text elsewhere, unless at least this share of the replies is text. The name must be
#: the replies' own: that of a box around them may be *no-comments*.
WORDS_BESIDE_POSTS = 25
TEXT_SHARE_OF_REPLIES = 0.9

#: A block with at least this share of its letters in links is neither: *178 points by ann | hide*.
LINK_SHARE = 0.5

_COMMENT = re.compile(f"{NAMES['comment']}|{MARKS['comment']}")
_COMMENTS = [COLUMNS[name] for name in ("names: comment", "marks: comment")]
_BODY = COLUMNS["names: body"]
_TELLING = [*_COMMENTS, COLUMNS["marks: comment on the page"]]


def is_thread(blocks: Sequence[TextBlock], inputs: Floats, words: Floats, alone: Floats) -> bool:
    """Say whether comments are all that a page of n blocks has.

    `inputs` (n, ...) begin with the features; `words` and the scores without the site, `alone`, are (n,).
    """
    named = (inputs[:, _COMMENTS] > 0).any(axis=1)
    written = words * (inputs[:, COLUMNS["text: link share"]] < LINK_SHARE)
    comments = written * named
    if comments.sum() < LEAST_WORDS:
        return False
    heads = inputs[:, COLUMNS["title: match"]] >= HALF_MATCH
    text = written * (find_article(alone, words, heads, known=0) & ~heads)
    elsewhere = (text * ~named).sum()
    if elsewhere < WORDS_BESIDE_POSTS and _lacks_replies(blocks, comments, text * named):
        return True
    lacks_most = (text * named).sum() < TEXT_SHARE * comments.sum()
    return bool(comments.sum() >= THREAD_WORDS and lacks_most and elsewhere < WORDS_ELSEWHERE)


def _lacks_replies(blocks: Sequence[TextBlock], comments: Floats, text: Floats) -> bool:
    """Say whether the first long text is that of the first post in a row, whose replies are not all text."""
    opening = int((text > LONG_WORDS).argmax())
    if text[opening] <= LONG_WORDS:
        return False
    named = np.array([_named_at(block.path) for block in blocks])
    for level, posts in rows(blocks, opening):
        of_comments, of_text = posts.sums(comments * (named >= level), text)
        is_first = not of_comments[posts.ends <= opening].any()
        replies = posts.starts > opening
        if is_first and of_text[replies].sum() < TEXT_SHARE_OF_REPLIES * of_comments[replies].sum():
            return True
    return False


def _named_at(path: str) -> int:
    """Return the place of the last step of a path that is named as a comment, -1 if none is."""
    steps = path.lower().split("/")
    return max((place for place, step in enumerate(steps) if _COMMENT.search(step)), default=-1)


def with_bodies(inputs: Floats) -> Floats:
    """Return inputs in which the names of comments count as those of an article's body."""
    inputs = inputs.copy()
    inputs[:, _BODY] = inputs[:, [_BODY, *_COMMENTS]].max(axis=1)
    inputs[:, _TELLING] = 0
    return inputs
