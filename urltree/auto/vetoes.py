"""What is ruled out however likely it is: by the site's past, as a second headline or line numbers; pure.

Arrays are of the n blocks of a page, at least one: `inputs` (n, len(INPUTS)), all others (n,). What is known
is read from the network's inputs: there it counts only as far as the site's past does for this page, and
pages that are kept for training have nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.article import LIKELY
from urltree.auto.inputs import INPUTS
from urltree.auto.wholes import between_text
from urltree.evidence.evidence import LOG_COUNT_SCALE
from urltree.evidence.pathhistory import LOG_SCALE
from urltree.evidence.reprints import TEMPLATE_COUNT, TEMPLATE_SHARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import TextBlock

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

#: Blocks that most documents hold are not template if a text has at least `FORMULA_BLOCKS` of them, with over
#: `FORMULA_SHARE` of its words: the questions of an interview, clauses, steps. A few lines amid an article
#: are a notice.
FORMULA_BLOCKS = 4
FORMULA_SHARE = 0.2

#: A path holds teasers or notices if at least `STALE_DOCUMENTS` documents had it, its blocks have at least
#: `STALE_BLOCK_WORDS` words on average, and less than the following shares of blocks and of words were new.
#: Nothing on it but the headline is content.
STALE_DOCUMENTS = 5
STALE_BLOCK_WORDS = 10
STALE_NEW_BLOCKS = 0.35
STALE_NEW_WORDS = 0.55

#: But if over this share of a page's likely text is on such paths, it is the article: listings have shown
#: articles in its place, too.
STALE_TEXT = 0.95

#: Blocks that match the title at least this well are all the headline, which is kept once.
HEADLINE_MATCH = 0.8

#: A block before the headline that matches the title at least this well leads to the headline, as breadcrumbs
#: do, and is not content.
LEAD_MATCH = 0.5

#: The number of the first line of a listing has at most so many digits.
_LINE_DIGITS = 6

_SHARE = INPUTS.index("domain: share")
_LOG_COUNT = INPUTS.index("domain: log count")
_DIGITS = INPUTS.index("text: digit share")
_IS_BEST = INPUTS.index("title: is best")
_TITLE_MATCH = INPUTS.index("title: match")
_IN_HEADING = INPUTS.index("tags: in heading")
_LOG_DOCUMENTS = INPUTS.index("path: log documents 0")
_LOG_BLOCK_WORDS = INPUTS.index("path: log words a block 0")
_NEW_BLOCKS = INPUTS.index("path: new blocks 0")
_NEW_WORDS = INPUTS.index("path: new words 0")


def permitted(
    blocks: Sequence[TextBlock], scores: Floats, words: Floats, inputs: Floats, alone: Floats
) -> Floats:
    """Return scores with 0 for what is ruled out, and for all headlines but one.

    `alone` are scores without the site: they may count for blocks that its past cannot rule out.
    """
    template = is_template(inputs)
    text = (scores >= LIKELY) & ~template & ~heads_page(inputs)
    formula = _formulas(blocks, words, template & (alone >= LIKELY), text)
    known = np.where(formula, np.maximum(scores, alone), scores * ~template)
    allowed = _with_one_headline(known * ~_stale_beside_text(known, words, inputs), inputs)
    return allowed * ~leads_to_headline(allowed, inputs)


def is_headline(inputs: Floats) -> Mask:
    """Say which of the blocks repeat the title."""
    headline: Mask = inputs[:, _TITLE_MATCH] >= HEADLINE_MATCH
    return headline


def heads_page(inputs: Floats) -> Mask:
    """Say which blocks repeat the title, or half of it and best of all: they are no evidence of a text."""
    half: Mask = (inputs[:, _IS_BEST] > 0) & (inputs[:, _TITLE_MATCH] >= LEAD_MATCH)
    return half | is_headline(inputs)


def leads_to_headline(scores: Floats, inputs: Floats) -> Mask:
    """Say which of the blocks are half like the title, and before a headline that is content by its score."""
    kept = np.flatnonzero(is_headline(inputs) & (scores >= LIKELY))
    leads: Mask = ~is_headline(inputs) & (inputs[:, _TITLE_MATCH] >= LEAD_MATCH)
    leads[kept[0] if kept.size else 0 :] = False
    return leads


def numbers_lines(blocks: Sequence[TextBlock]) -> Mask:
    """Say which of the blocks are the numbers of the lines of code that stand beside them."""
    return np.array([block.hash is None and _counts_up(block.text) for block in blocks])


def _counts_up(text: str) -> bool:
    first, *others = text.split()
    if not others or len(first) > _LINE_DIGITS or not first.isdecimal():
        return False
    return others == [str(int(first) + lines) for lines in range(1, len(others) + 1)]


def _with_one_headline(scores: Floats, inputs: Floats) -> Floats:
    """Give the headline that is likeliest and most like the title the sum of their scores, the others 0.

    An element for headings counts twice, because lists of the pages above often repeat the title before it.
    """
    places = np.flatnonzero(is_headline(inputs))
    if places.size > 1:
        chances = scores[places]
        headings = 1 + (inputs[places, _IN_HEADING] > 0)
        likeliest = places[(chances * inputs[places, _TITLE_MATCH] * headings).argmax()]
        scores = scores.copy()
        scores[places] = 0
        scores[likeliest] = np.minimum(chances.sum(), 1)
    return scores


def is_template(inputs: Floats) -> Mask:
    """Say which blocks most documents of the domain hold.

    A headline with digits is none of them: digits are not counted, so it may be the page's own.
    """
    count = np.rint(np.exp(inputs[:, _LOG_COUNT] * LOG_COUNT_SCALE))
    template: Mask = (count >= TEMPLATE_COUNT) & (inputs[:, _SHARE] > TEMPLATE_SHARE)
    return template & ~((inputs[:, _IS_BEST] > 0) & has_digits(inputs))


def has_digits(inputs: Floats) -> Mask:
    """Say which blocks have digits: since these are not counted, blocks of one hash may differ in them."""
    digits: Mask = inputs[:, _DIGITS] > 0
    return digits


def _formulas(blocks: Sequence[TextBlock], words: Floats, repeated: Mask, text: Mask) -> Mask:
    """Say which `repeated` blocks, likely without their site, make up much of the `text` around them."""
    if not repeated.any():
        return repeated
    formulas = repeated & between_text(blocks, text)
    share = (words * formulas).sum() / np.maximum(1, (words * (formulas | text)).sum())
    return formulas & bool(formulas.sum() >= FORMULA_BLOCKS and share > FORMULA_SHARE)


def is_stale(inputs: Floats) -> Mask:
    """Say which of the blocks are where the site puts long text that is seldom new."""
    known = inputs[:, _LOG_DOCUMENTS] >= np.log1p(STALE_DOCUMENTS) / LOG_SCALE
    long = inputs[:, _LOG_BLOCK_WORDS] >= np.log1p(STALE_BLOCK_WORDS) / LOG_SCALE
    repeats = (inputs[:, _NEW_BLOCKS] < STALE_NEW_BLOCKS) & (inputs[:, _NEW_WORDS] < STALE_NEW_WORDS)
    stale: Mask = known & long & repeats & (inputs[:, _IS_BEST] == 0)
    return stale


def _stale_beside_text(scores: Floats, words: Floats, inputs: Floats) -> Mask:
    """Say which blocks are stale; on a page with hardly any other text none are."""
    stale = is_stale(inputs)
    text = words * ((scores >= LIKELY) & ~heads_page(inputs))
    return stale & bool((text * stale).sum() <= STALE_TEXT * text.sum())
