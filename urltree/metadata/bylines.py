"""The lines near a headline, in which pages tell their readers when and by whom a text was published; pure.

Blocks tell the headline and the text, and so whose lines these are; nothing more is kept of a page for this.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from urltree.metadata.credits import is_credit
from urltree.metadata.headings import TITLE_HEADINGS, without_readings
from urltree.url import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urltree.models import TextBlock

#: The most blocks after the headline and its standfirst, and before it, that are looked at.
_AFTER = 4
_BEFORE = 3

#: A block with more characters is text.
LINE_CHARS = 200

#: A heading that is a smaller part of the title is, as a rule, that of a section.
_HEADING_SHARE = 0.3

#: Names, in the last steps of a path, of what belongs to other pages, comments or pictures.
_ELSEWHERE = re.compile(
    r"breadcrumb|caption|[ck]omm?ent|figure|nav|popular|recent|relat|repl[iy]|sidebar|teaser", re.IGNORECASE
)
_STEPS = 3


def bylines(blocks: Sequence[TextBlock], title: str | None) -> Iterator[int]:
    """Yield the places of the lines near the headline, those after it first.

    `title` is the headline, without the site's name. Left out are lines of other pages, comments and
    pictures, and those among the paragraphs of the text unless they are directly below the headline and say
    by whom or when it was written. Without a heading that has much of the title, or any block that is it,
    there are none.
    """
    headline = _headline_place(blocks, title or "")
    if headline is None:
        return
    after = range(_below_standfirst(blocks, headline + 1), len(blocks))
    below = list(_up_to_text(blocks, after[:_AFTER]))
    credited = set(takewhile(lambda place: is_credit(blocks[place].text), below))
    for place in (*below, *_up_to_text(blocks, range(headline)[::-1][:_BEFORE])):
        is_text = place not in credited and _is_paragraph(blocks[place], blocks)
        if not (is_text or is_elsewhere(blocks[place])):
            yield place


def _headline_place(blocks: Sequence[TextBlock], title: str) -> int | None:
    """Return the place of the heading that has most of the title, else of the first block that is it."""
    place = _best_heading(without_readings(blocks, title), letters_and_digits(title))
    if place is None:
        return next((place for place, block in enumerate(blocks) if block.text == title), None)
    return place


def _best_heading(blocks: Sequence[TextBlock], title: str) -> int | None:
    """Return the place of the first heading that has most of the title, of an h1 if there is one.

    Menus that follow the reader down the page repeat the headline, too.
    """
    best, most = None, (_HEADING_SHARE * len(title), True)
    for place, block in enumerate(blocks):
        heading = letters_and_digits(block.text) if block.tag in TITLE_HEADINGS else ""
        found = (len(heading), block.tag == "h1")
        if found > most and heading in title:
            best, most = place, found
    return best


def _below_standfirst(blocks: Sequence[TextBlock], place: int) -> int:
    """Return the place after a long block, unless another on its path follows: that is a paragraph."""
    if place == len(blocks) or len(blocks[place].text) <= LINE_CHARS:
        return place
    is_paragraph = any(block.path == blocks[place].path for block in blocks[place + 1 :])
    return place if is_paragraph else place + 1


def _up_to_text(blocks: Sequence[TextBlock], places: Iterable[int]) -> Iterator[int]:
    return takewhile(lambda place: len(blocks[place].text) <= LINE_CHARS, places)


def is_elsewhere(block: TextBlock) -> bool:
    """Say whether a block belongs to other pages, comments or pictures."""
    return _ELSEWHERE.search("/".join(block.path.split("/")[-_STEPS:])) is not None


def _is_paragraph(line: TextBlock, blocks: Iterable[TextBlock]) -> bool:
    """Say whether a line stands among the paragraphs of the text, in which any day may be written."""
    return line.tag == "p" and any(
        block.path == line.path and len(block.text) > LINE_CHARS for block in blocks
    )
