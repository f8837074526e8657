"""The authors whom a page shows its readers beside its headline; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.metadata.bylines import bylines
from urltree.metadata.credits import credited, ends_in_by
from urltree.metadata.headings import TITLE_HEADINGS

if TYPE_CHECKING:
    from urltree.models import Page


def visible_authors(page: Page, title: str | None) -> list[str]:
    """Return the names after *by* in the first line near the headline that has any.

    `title` is the headline, without the site's name. A line that ends with *by* goes on in the next.
    """
    lines = (_whole_line(page, place) for place in bylines(page.blocks, title))
    return next(filter(None, map(credited, lines)), [])


def _whole_line(page: Page, place: int) -> str:
    """Return the line at a place, with the block that follows if it ends in *by*; a headline is no name."""
    text = page.blocks[place].text
    text = "\n".join(page.lines.get(text, (text,)))
    following = page.blocks[place + 1 : place + 2] if ends_in_by(text) else ()
    return " ".join((text, *(block.text for block in following if block.tag not in TITLE_HEADINGS)))
