"""What belongs together however its blocks score: lists, tables, listings, headings, replies; pure.

Blocks are judged one by one. But a table that lacks some of its cells says what is not so, code that lacks
lines does not run, a heading between two kept texts belongs to them, and threads have some unlikely replies.
Each rule that `completed` applies comes below with its constants, in the same order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from urltree.auto.article import LEAST_LIKELY, LIKELY
from urltree.auto.clues import HALF_MATCH
from urltree.features import LONG_WORDS
from urltree.tags import HEADINGS
from urltree.traits.blockspans import Spans
from urltree.traits.pathfeatures import tag_of
from urltree.traits.rows import rows

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from urltree.auto.clues import Clues
    from urltree.models import TextBlock
    from urltree.traits.elements import Elements

    Floats = NDArray[np.floating]
    Mask = NDArray[np.bool_]


def completed(content: Mask, scores: Floats, clues: Clues) -> Mask:
    """Say which of n blocks are content, (n,), by those that are so by themselves, and the scores of all."""
    possible = (scores > 0) & ~clues.line_numbers
    wholes, beside = _wholes(clues.blocks)
    content = _with_rest_of_wholes(wholes, content, clues)
    # A list in a table is looked at by itself, then with its table.
    for each in (beside, wholes):
        content = _with_wholes_beside_text(each, content, possible, clues)
    content = _with_fresh(_with_rest_of_rows(content, scores, clues), scores, clues)
    return _with_headline(_with_headings(content, possible, clues), scores, clues)


#: Elements that are kept whole if much of them is kept. An ``ul`` is not one of them, since much of it may be
#: left out: items of menus, tags, or related pages.
WHOLES = frozenset(("details", "dl", "listing", "ol", "pre", "table", "xmp"))

#: A table with a block of more words than this serves the layout, unless it has a ``thead``.
MOST_CELL_WORDS = 25


def _with_rest_of_wholes(wholes: _Wholes, content: Mask, clues: Clues) -> Mask:
    """Add blocks in a whole of which most is kept, or of which some is that is likely without its site.

    The labels of facts are the same on all pages, so they are not kept by themselves. A table with long text,
    or with the headline, serves the layout and is not a whole.
    """
    if not wholes.depths.any():
        return content
    words, held = clues.words, clues.elements.at(wholes.depths)
    of_content, of_all, of_alone, of_headline = held.sums(words * content, words, clues.alone, clues.headline)
    is_likely = (of_content > 0) & (of_alone > LIKELY * (held.ends - held.starts))
    is_layout = (_words_of_layout(wholes, held, clues) > 0) | (wholes.is_table & (of_headline > 0))
    kept: Mask = (wholes.depths > 0) & ((of_content > of_all / 2) | is_likely) & ~is_layout
    return content | (kept & ~_tools(wholes, clues))


def _tools(wholes: _Wholes, clues: Clues) -> Mask:
    """Say which of n blocks serve an `ol` and are no part of it, (n,).

    Links in an `ul` in it may lead elsewhere: *View article* below references. What most documents have, and
    the page more than once, is template: credits of the pictures of steps, *3 comments*.
    """
    if not wholes.is_ol.any():
        return wholes.is_ol
    numbers = _numbered(block.hash for block in clues.blocks)
    recurring = clues.template & (np.bincount(numbers)[numbers] > 1)
    return (wholes.has_menu & clues.links) | (wholes.is_ol & recurring)


def _words_of_layout(wholes: _Wholes, held: Spans, clues: Clues) -> Floats:
    """Count the words in long blocks of each table that has no ``thead``, 0 for other elements: (n,)."""
    words = np.zeros(len(clues.words))
    if wholes.is_table.any():
        heads = np.array(["/thead" in block.path for block in clues.blocks])
        of_long, of_heads = held.sums(clues.words * (clues.words > MOST_CELL_WORDS), heads)
        words = of_long * (wholes.is_table & (of_heads == 0))
    return words


#: Elements that are kept, whatever their site's past says of them, if they stand beside text and are likelier
#: than `LIKELY_ALONE` without the site; looked for where any such block would be left out. Steps, fields and
#: standings are made of few texts, which are repeated in another order, or with other numbers.
BESIDE_TEXT = WHOLES | {"ul"}
LIKELY_ALONE = 0.8

#: Below text, lists and tables of at least so many blocks, and code, need not be likelier than this if no
#: more than a third of their blocks have links: facts, steps and code end many texts. Teasers all have links.
FACTS = 4
LIKELY_FACTS = 0.25

#: Lists, tables and code in the midst of text, and tables of facts below it, need only be likelier than this:
#: they are short, and short texts look like menus. But no more than this share of their blocks may be links.
#: Tables without any link, most of whose cells have digits, are data, and need even less.
LIKELY_AMID_TEXT = 0.1
FEW_LINKS = 1 / 3
LIKELY_DATA = 0.03

#: These may stand amid text in so many boxes that hold nothing else but captions: a table in a figure is
#: five of them.
BOXED = ("dl", "listing", "pre", "table", "xmp")
BOXES = 6


def _with_wholes_beside_text(wholes: _Wholes, content: Mask, possible: Mask, clues: Clues) -> Mask:
    """Add blocks in a list or table that is beside text, or amid it, and likely without its site.

    What has many links, and what is not the page's own, is left out.
    """
    text = content & ~clues.heads
    amid = from_first_to_last(text) & (possible | clues.template)
    left_out = (wholes.depths > 0) & ~content & ((clues.alone > LIKELY_AMID_TEXT) | amid)
    if not left_out.any():
        return content
    held = clues.elements.at(wholes.depths)
    before, after = _sides(held, _around(wholes, held, possible, clues), clues.words * text)
    size = held.ends - held.starts
    weights = np.maximum(clues.words, 1)
    linked = np.array([block.link_chars > 0 for block in clues.blocks])
    of_all, of_likely, of_links, of_linked, of_digits = held.sums(
        weights, weights * clues.alone, clues.links, linked, clues.with_digits
    )
    least = _least_beside_text(wholes, size, (before > 0) & (of_linked <= FEW_LINKS * size))
    is_beside = (of_likely > least * of_all) & (of_links == 0) & (before + after > 0)
    has_few_links = of_links / size <= FEW_LINKS
    is_data = wholes.is_table & (of_linked == 0) & (2 * of_digits > size)
    least_amid = np.where(is_data, LIKELY_DATA, LIKELY_AMID_TEXT)
    is_amid = amid & (of_likely > least_amid * of_all) & has_few_links & (before * after > 0)
    kept: Mask = (wholes.depths > 0) & (is_beside | is_amid) & _are_own(wholes, held, clues)
    return content | (kept & ~_tools(wholes, clues))


def _least_beside_text(wholes: _Wholes, size: NDArray[np.intp], may_be_facts: Mask) -> Floats:
    """Return how likely wholes beside text must be without their site, by their number of blocks: (n,)."""
    is_enough = (size >= FACTS) | (wholes.is_boxed & ~wholes.is_table)
    of_facts = np.where(wholes.is_table, LIKELY_AMID_TEXT, LIKELY_FACTS)
    return np.where(may_be_facts & is_enough, of_facts, LIKELY_ALONE)


def _are_own(wholes: _Wholes, held: Spans, clues: Clues) -> Mask:
    """Say which wholes have anything of the page's own and are no tables for the layout: (n,).

    Half of a whole may have digits: these are not counted.
    """
    of_all, of_own, of_digits = held.sums(np.maximum(clues.words, 1), ~clues.template, clues.with_digits)
    is_layout = _words_of_layout(wholes, held, clues) > of_all / 2
    own: Mask = ((of_own > 0) | (2 * of_digits >= held.ends - held.starts)) & ~is_layout
    return own


def _around(wholes: _Wholes, held: Spans, possible: Mask, clues: Clues) -> Spans:
    """Find the parents of wholes, or of the boxes of those that are `BOXED`.

    A box holds nothing else that is possible but captions: a frame, or a table with the numbers of the lines.
    """
    outer = wholes.depths - 1
    around = clues.elements.at(outer)
    if not wholes.is_boxed.any():
        return around
    possible = possible & [block.tag != "figcaption" for block in clues.blocks]
    (own,) = held.sums(possible)
    for _ in range(BOXES):
        alone = wholes.is_boxed & (around.sums(possible)[0] == own)
        if not alone.any():
            break
        outer = outer - alone
        around = clues.elements.at(outer)
    return around


#: In a row of elements that are alike, such as the posts of a thread, all is kept in the places of long text
#: if so many of the elements have text, and at least this share of the words in these places is kept. But
#: what other documents of a known site have may be a signature.
ROW_TEXTS = 3
ROW_SHARE = 0.5


def _with_rest_of_rows(content: Mask, scores: Floats, clues: Clues) -> Mask:
    """Add what is in the places of long text in a row that the longest text is in.

    A place is a path, since a site puts texts of one kind on it.
    """
    text = clues.words * (content & ~clues.heads)
    places = {clues.blocks[at].path for at in np.flatnonzero(text > LONG_WORDS).tolist()}
    in_place = np.array([block.path in places for block in clues.blocks])
    is_own = clues.new | (clues.known < KNOWN_ENOUGH)
    left_out = in_place & ~content & (scores >= LEAST_LIKELY) & is_own & ~clues.links
    if not left_out.any():
        return content
    content = content.copy()
    for _, row in rows(clues.blocks, int(text.argmax())):
        of_text, of_kept, of_all = row.sums(text, text * in_place, clues.words * in_place)
        if (of_text > 0).sum() >= ROW_TEXTS and of_kept.sum() >= ROW_SHARE * of_all.sum():
            for start, end in zip(*row, strict=True):
                content[start:end] |= left_out[start:end]
    return content


#: On a site that is known at least so well, what is new to it is likely the page's own. Such fresh blocks are
#: kept in a place of which at least this share of words is kept: replies to a text, verses.
KNOWN_ENOUGH = 0.2
FRESH_SHARE = 0.2


def _with_fresh(content: Mask, scores: Floats, clues: Clues) -> Mask:
    """Add the fresh blocks in the places of the text."""
    fresh = (clues.known >= KNOWN_ENOUGH) & clues.new & (scores >= LEAST_LIKELY)
    if not (fresh & ~content).any():
        return content
    words, text = clues.words, content & ~clues.heads
    places = _numbered(block.path for block in clues.blocks)
    of_text, of_all = (np.bincount(places, each)[places] for each in (words * text, words))
    added: Mask = fresh & (of_text >= FRESH_SHARE * of_all)
    return content | added


#: A heading belongs to the text or headline before it if that is in its parent, or in one of so many elements
#: above: each section of a text may have boxes of its own.
SECTIONS = 5

#: Between a heading and the text below it may stand so many blocks that are left out and are short and in
#: most documents, or links, unless most documents have the heading: *Best of its kind*, *View on map*.
BLOCKS_BETWEEN = 3
SHORT_WORDS = 6


def _with_headings(content: Mask, possible: Mask, clues: Clues) -> Mask:
    """Add headings that stand above kept text, and after some in one of the elements around them.

    The elements are the heading's parent and the `SECTIONS` above it. Even headings that the site repeats are
    added, and labels, too.
    """
    elements = clues.elements
    before, _ = _sides(elements.blocks, elements.above(1 + SECTIONS), content)
    headings = ~content & (possible | (clues.template & ~clues.heads)) & (before > 0)
    short = clues.template & (clues.words <= SHORT_WORDS)
    skipped, skipped_by_own = short.tolist(), (short | clues.links).tolist()
    kept = content.tolist()
    for place in np.flatnonzero(headings[:-1])[::-1].tolist():
        below = _first_below(place, skipped if clues.template[place] else skipped_by_own, kept)
        kept[place] = kept[below] and _is_above(place, below, clues)
    return np.array(kept)


def _first_below(place: int, skipped: Sequence[bool], content: Sequence[bool]) -> int:
    """Return the first block below a heading that is content, not `skipped`, or after `BLOCKS_BETWEEN`."""
    below, last = place + 1, min(place + 1 + BLOCKS_BETWEEN, len(content) - 1)
    while below < last and skipped[below] and not content[below]:
        below += 1
    return below


def _is_above(place: int, below: int, clues: Clues) -> bool:
    """Say whether a block is a heading of one below it in its parent, or a label of the next.

    A heading that the site repeats may be alone in a box of its own, directly above.
    """
    heading, is_next = clues.blocks[place], below == place + 1
    depth = heading.path.count("/")
    shared = min(block.shared for block in clues.blocks[place + 1 : below + 1])
    if heading.tag in HEADINGS:
        is_boxed = is_next and bool(clues.template[place]) and heading.shared < depth
        return shared >= depth - is_boxed
    return is_next and bool(clues.labels[place]) and shared >= depth


#: An `h1` that matches the title at least this well is the headline, and kept from this score on.
SURE_MATCH = 0.95
LIKELY_HEADLINE = 0.3


def _with_headline(content: Mask, scores: Floats, clues: Clues) -> Mask:
    """Add the headline above kept text, if no heading that is like the title is kept and it is no link."""
    heads = clues.headline | (clues.in_heading & (clues.match >= HALF_MATCH))
    if (content & heads).any():
        return content
    above = np.array([block.tag == "h1" and not block.link_chars for block in clues.blocks])
    above &= (scores >= LIKELY_HEADLINE) & ~clues.template & (clues.match >= SURE_MATCH)
    above[content.argmax() :] = False
    content = content.copy()
    content[np.flatnonzero(above)[-1:]] = True
    return content


def from_first_to_last(chosen: Mask) -> Mask:
    """Say which of n places are chosen or between places that are chosen."""
    return np.logical_or.accumulate(chosen) & np.logical_or.accumulate(chosen[::-1])[::-1]


def between_text(elements: Elements, text: Mask) -> Mask:
    """Say which of n blocks have `text` (n,) before and after them in the parent of their element, (n,)."""
    before, after = _sides(elements.blocks, elements.above(1), text)
    midst: Mask = (before > 0) & (after > 0)
    return midst


def _sides(inner: Spans, outer: Spans, quantity: NDArray[Any]) -> tuple[Floats, Floats]:
    """Sum a quantity of the blocks, (n,), before and after each inner span within the outer one."""
    (before,) = Spans(outer.starts, inner.starts).sums(quantity)
    (after,) = Spans(inner.ends, outer.ends).sums(quantity)
    return before, after


def _numbered(keys: Iterable[Hashable]) -> NDArray[np.intp]:
    """Give each key a number, equal ones the same."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(key, len(numbers)) for key in keys], np.intp)


class _Wholes(NamedTuple):
    """The innermost elements around n blocks with one of some tags; arrays are (n,)."""

    #: 0 if there is none.
    depths: NDArray[np.intp]
    is_table: Mask
    #: Those that are `BOXED`.
    is_boxed: Mask
    #: An `ol` in which the block is in an `ul`.
    has_menu: Mask
    is_ol: Mask


#: What is kept of a path; as bytes, which are joined several times as fast as numbers.
_ROW = np.dtype([("depths", np.intp), *((name, np.bool_) for name in _Wholes._fields[1:])], align=True)

#: A list directly in an item of a list is part of that list.
_LISTS, _ITEMS = frozenset(("dl", "ol", "ul")), frozenset(("dd", "li"))


def _wholes(blocks: Sequence[TextBlock]) -> Iterator[_Wholes]:
    """Find the innermost elements around n blocks with a tag of `WHOLES`, and of `BESIDE_TEXT`."""
    rows = np.frombuffer(b"".join([_both_wholes(block.path) for block in blocks]), (_ROW, 2))
    return (_Wholes(*(each[name] for name in _Wholes._fields)) for each in rows.T)


@lru_cache(maxsize=65_536)
def _both_wholes(path: str) -> bytes:
    return _whole(path, WHOLES) + _whole(path, BESIDE_TEXT)


def _whole(path: str, tags: frozenset[str]) -> bytes:
    steps = ["", *map(_kind, path.split("/"))]
    depth = max((depth for depth, tag in enumerate(steps) if tag in tags), default=0)
    while steps[depth] in _LISTS and steps[depth - 1] in _ITEMS and steps[depth - 2] in _LISTS & tags:
        depth -= 2
    tag, has_ul = steps[depth], "ul" in steps[depth:]
    is_ol = tag == "ol"
    return np.array((depth, tag == "table", tag in BOXED, is_ol and has_ul, is_ol), _ROW).tobytes()


def _kind(step: str) -> str:
    """Return the tag of an element, or ``ul`` for what is a list by its role (ARIA) alone."""
    tag = tag_of(step)
    return "ul" if "[role=list]" in step and tag not in _LISTS else tag
