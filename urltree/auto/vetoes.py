"""What is ruled out however likely it is: by the site's past, or as a second headline; pure.

Scores and masks are of the n blocks of a page, (n,).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.article import FEW_WORDS, LEAST_LIKELY, LIKELY
from urltree.auto.clues import HALF_MATCH
from urltree.auto.wholes import between_text, from_first_to_last

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.auto.clues import Clues
    from urltree.models import TextBlock

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

#: Blocks that most documents hold are not template if a text has at least `FORMULA_BLOCKS` of them, with over
#: `FORMULA_SHARE` of its words: the questions of an interview, clauses, steps. A few lines amid an article
#: are a notice.
FORMULA_BLOCKS = 4
FORMULA_SHARE = 0.2

#: Nothing in a stale place but the headline is content. But if over this share of a page's likely text is in
#: such places, it is the article: listings have shown articles in its place, too.
STALE_TEXT = 0.95


def permitted(scores: Floats, clues: Clues) -> Floats:
    """Return scores with 0 for what is ruled out, and for all headlines but one.

    Blocks that the past of the site cannot rule out may get the scores that they have without it.
    """
    text = (scores >= LIKELY) & ~clues.template & ~clues.heads
    unjust = _formulas(text, clues) | _figures(text, clues) | clues.listed
    known = np.where(unjust, np.maximum(scores, clues.alone), scores * ~clues.template)
    allowed = _with_one_headline(known * ~_stale_beside_text(known, clues), clues)
    return allowed * ~leads_to_headline(allowed, clues)


def leads_to_headline(scores: Floats, clues: Clues) -> Mask:
    """Say which blocks have half of the title, as breadcrumbs do, before a headline that is likely."""
    kept = np.flatnonzero(clues.headline & (scores >= LIKELY))
    leads: Mask = clues.match >= HALF_MATCH
    leads[kept[0] if kept.size else 0 :] = False
    return leads


def _with_one_headline(scores: Floats, clues: Clues) -> Floats:
    """Give the headline that is likeliest and most like the title the sum of their scores, the others 0.

    An element for headings counts twice, because lists of the pages above often repeat the title before it.
    Below text a lower heading is that of a recipe or a form, if there is an h1 above the text.
    """
    chances = scores * clues.match * clues.headline * (1 + clues.in_heading)
    if not chances.any():
        return scores
    text = clues.words * ((scores >= LIKELY) & (clues.match < HALF_MATCH))
    place = int(chances.argmax())
    if text[:place].sum() >= FEW_WORDS and clues.blocks[place].tag != "h1":
        above = clues.headline & (scores >= LEAST_LIKELY) & (text.cumsum() == 0)
        place = _first_h1(above, clues.blocks, place)
    total = np.minimum(scores[clues.headline].sum(), 1)
    scores = scores * ~clues.headline
    scores[place] = total
    return scores


def _first_h1(chosen: Mask, blocks: Sequence[TextBlock], default: int) -> int:
    """Return the place of the first chosen block that is an h1 and no link."""
    places = np.flatnonzero(chosen).tolist()
    return next((at for at in places if blocks[at].tag == "h1" and not blocks[at].link_chars), default)


def _formulas(text: Mask, clues: Clues) -> Mask:
    """Say which blocks of the template, likely without their site, make up much of the `text` around them."""
    repeated = clues.template & (clues.alone >= LIKELY)
    if not repeated.any():
        return repeated
    formulas = repeated & between_text(clues.elements, text)
    share = (clues.words * formulas).sum() / np.maximum(1, (clues.words * (formulas | text)).sum())
    return formulas & bool(formulas.sum() >= FORMULA_BLOCKS and share > FORMULA_SHARE)


def _figures(text: Mask, clues: Clues) -> Mask:
    """Say which blocks that may be the page's own by their digits are likely without their site.

    Digits are not counted: *It closed at 1,037 points* has one hash, wherever it closed. Such blocks stand
    amid the `text`; below it are copyrights with their years.
    """
    return clues.figures & (clues.alone >= LIKELY) & from_first_to_last(text)


def _stale_beside_text(scores: Floats, clues: Clues) -> Mask:
    """Say which blocks are stale; on a page with hardly any other text none are."""
    text = clues.words * ((scores >= LIKELY) & ~clues.heads)
    return clues.stale & bool((text * clues.stale).sum() <= STALE_TEXT * text.sum())
