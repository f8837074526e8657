"""What is known of a page's blocks besides their scores: the facts that the rules of `auto` ask; pure.

They are read from the network's inputs: there the site's past counts only as far as it does for this page,
and pages that are kept for training have nothing else.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.auto.article import LIKELY
from urltree.auto.networks import COLUMNS
from urltree.evidence.pathevidence import LOG_SCALE
from urltree.evidence.reprints import TEMPLATE_COUNT, TEMPLATE_SHARE
from urltree.evidence.treeevidence import LOG_COUNT_SCALE, LOG_SUPPORT_SCALE
from urltree.metadata.stated import stated_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from urltree.models import Page, TextBlock
    from urltree.traits.elements import Elements

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

    #: Name of an input -> its column (n,).
    Column = Callable[[str], Floats]

#: A site with this many other documents is known as well as can be.
KNOWN_DOCUMENTS = 50

#: From this match on a block repeats the title.
HEADLINE_MATCH = 0.8
#: From this match on a block has half of the title.
HALF_MATCH = 0.5

#: A path holds teasers or notices if at least `STALE_DOCUMENTS` documents had it, its blocks have at least
#: `STALE_BLOCK_WORDS` words on average, and less than the following shares of blocks and of words were new.
#: Stores round sums in their own ways: ten words, which some paths always hold, must not be the limit.
STALE_DOCUMENTS = 5
STALE_BLOCK_WORDS = 9.9
STALE_NEW_BLOCKS = 0.35
STALE_NEW_WORDS = 0.55

#: A path of which a larger share of the blocks was new holds what each page has of its own.
NEW_PLACE = 0.5

#: A text may be the page's own by its numbers if it has at least one in so many words; an advertisement or a
#: note on the author has fewer.
WORDS_A_NUMBER = 24
_NUMBER = re.compile(r"\d[\d.,:/%-]*")

#: The most words of a paragraph that may stand for a heading, and the largest share of its letters in links:
#: *Jump to the recipe* is none.
LABEL_WORDS = 6
LABEL_LINK_SHARE = 0.5

#: The most digits of the number of a listing's first line.
_LINE_DIGITS = 6

#: A footnote is in an element with one of these roles or, but in a footer, with this class.
_NOTE = re.compile(r"\[role=doc-(?:end|foot)note|^(?!.*footer).*\.footnote(?![\w-])", re.IGNORECASE)


class Clues(NamedTuple):
    """What is known of the n blocks of a page, at least one; arrays are (n,)."""

    blocks: Sequence[TextBlock]
    elements: Elements
    words: Floats
    #: Scores without the site.
    alone: Floats
    #: How well the site is known: 0 not at all, 1 as well as can be.
    known: float
    #: How well the blocks match the title.
    match: Floats
    #: Blocks that repeat the title.
    headline: Mask
    #: These, and the one that has half of the title and matches best: they are no evidence of a text.
    heads: Mask
    #: Blocks in elements for headings.
    in_heading: Mask
    #: Blocks that are mostly links.
    links: Mask
    #: Blocks with digits: since these are not counted, blocks of one hash may differ in them.
    with_digits: Mask
    #: Blocks that are the numbers of the lines of code beside them.
    line_numbers: Mask
    #: Blocks that no other document of the site has.
    new: Mask
    #: Blocks that most documents have.
    template: Mask
    #: Blocks where the site puts long text that is seldom new.
    stale: Mask
    #: The heading that matches the title best, if most documents have it: others list it.
    listed: Mask
    #: Blocks that most documents have, perhaps with other numbers, where the site puts blocks that are new.
    figures: Mask
    #: Short paragraphs that most documents have, likely without their site: *Key points* above a text.
    labels: Mask
    #: Blocks that the page's JSON-LD states as questions, answers, steps or ingredients.
    stated: Mask
    #: Blocks that text refers to: by a link back at their end, their role (DPUB-ARIA 1.1) or their class.
    footnotes: Mask


def read_clues(page: Page, elements: Elements, words: Floats, alone: Floats, inputs: Floats) -> Clues:
    """Read what is known of the n blocks of a page from it and from the network's inputs (n, len(INPUTS)).

    Words and scores without the site are (n,).
    """

    def column(name: str) -> Floats:
        return inputs[:, COLUMNS[name]]

    match, is_best = column("title: match"), column("title: is best") > 0
    headline, with_digits = is_headline(match), column("text: digit share") > 0
    template = _is_template(column)
    in_heading = column("tags: in heading") > 0
    is_new_place = column("path: new blocks 0") > NEW_PLACE
    others = float(np.expm1(column("domain: log support")[0] * LOG_SUPPORT_SCALE))
    return Clues(
        blocks=page.blocks,
        elements=elements,
        words=words,
        alone=alone,
        known=min(1, others / KNOWN_DOCUMENTS),
        match=match,
        headline=headline,
        heads=headline | (is_best & (match >= HALF_MATCH)),
        in_heading=in_heading,
        links=np.array([2 * block.link_chars > len(block.text) for block in page.blocks]),
        with_digits=with_digits,
        line_numbers=np.array([block.hash is None and _counts_up(block) for block in page.blocks]),
        new=column("domain: alone") > 0,
        # A headline with digits may be the page's own, however many documents have its letters.
        template=template & ~(is_best & with_digits),
        stale=_is_stale(column) & ~is_best,
        listed=template & is_best & (match >= HALF_MATCH) & in_heading,
        figures=_numeric(template & with_digits & is_new_place, page.blocks, words),
        labels=template & _is_label(column) & (alone >= LIKELY) & (words <= LABEL_WORDS),
        stated=stated_blocks(page) & ~headline,
        footnotes=_footnotes(page),
    )


def is_headline(match: Floats) -> Mask:
    """Say which blocks repeat the title by how well they match it."""
    headline: Mask = match >= HEADLINE_MATCH
    return headline


def _is_template(column: Column) -> Mask:
    count = np.rint(np.exp(column("domain: log count") * LOG_COUNT_SCALE))
    template: Mask = (count >= TEMPLATE_COUNT) & (column("domain: share") > TEMPLATE_SHARE)
    return template


def _is_stale(column: Column) -> Mask:
    known = column("path: log documents 0") >= np.log1p(STALE_DOCUMENTS) / LOG_SCALE
    long = column("path: log words a block 0") >= np.log1p(STALE_BLOCK_WORDS) / LOG_SCALE
    few_new = column("path: new blocks 0") < STALE_NEW_BLOCKS
    stale: Mask = known & long & few_new & (column("path: new words 0") < STALE_NEW_WORDS)
    return stale


def _numeric(chosen: Mask, blocks: Sequence[TextBlock], words: Floats) -> Mask:
    """Say which of the chosen blocks have many numbers."""
    numeric = np.zeros_like(chosen)
    for place in np.flatnonzero(chosen).tolist():
        numbers = len(_NUMBER.findall(blocks[place].text))
        numeric[place] = WORDS_A_NUMBER * numbers >= words[place]
    return numeric


def _is_label(column: Column) -> Mask:
    label: Mask = (column("tags: is p") > 0) & (column("text: ends a sentence") == 0)
    return label & (column("text: link share") <= LABEL_LINK_SHARE)


def _footnotes(page: Page) -> Mask:
    found = np.array([_is_note(block) for block in page.blocks])
    found[list(page.footnotes)] = True
    return found


def _is_note(block: TextBlock) -> bool:
    is_named = "note" in block.path and bool(_NOTE.search(block.path))
    return is_named and 2 * block.link_chars <= len(block.text)


def _counts_up(block: TextBlock) -> bool:
    """Say whether a block is numbers that count up, or the first alone where listings of one line have it."""
    first, *others = block.text.split()
    if not others:
        return first == "1" and block.tag == "pre" and "/td" in block.path
    if len(first) > _LINE_DIGITS or not first.isdecimal():
        return False
    return others == [str(int(first) + lines) for lines in range(1, len(others) + 1)]
