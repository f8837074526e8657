"""The headings of a page that may repeat its title; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urltree.metadata.titleparts import runs
from urltree.url import letters_and_digits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from urltree.models import TextBlock

#: Elements that may repeat the title: headings, but for those of the lowest levels.
TITLE_HEADINGS = ("h1", "h2", "h3", "h4")

#: A reading of characters, as the cutter writes it behind them: titles have none.
_READING = re.compile("\uff08[^\uff08\uff09]+\uff09")

#: Headings are not compared with longer titles by letters and digits.
_MOST_CHARS = 1_000

#: A heading in another spelling must be a larger share of the title than this if it is a lower one or in
#: capitals.
_PART_SHARE = 0.5


def title_headings(blocks: Iterable[TextBlock]) -> Iterator[TextBlock]:
    """Yield the headings among blocks that may repeat a title."""
    return (block for block in blocks if block.tag in TITLE_HEADINGS)


def h1_texts(blocks: Iterable[TextBlock]) -> Iterator[str]:
    """Yield the texts of the h1 among blocks."""
    return (block.text for block in blocks if block.tag == "h1")


def is_heading(text: str, blocks: Iterable[TextBlock]) -> bool:
    """Say whether a text has the letters and digits of one of the headings among blocks."""
    letters = letters_and_digits(text)
    return bool(letters) and letters in (letters_and_digits(each.text) for each in title_headings(blocks))


def spelt_as(title: str, blocks: Sequence[TextBlock]) -> Sequence[TextBlock]:
    """Spell headings as a title does that have the letters and digits of a part of it.

    Not links and small headings that are lower ones or in capitals: in another spelling these are, as a rule,
    names of sites and sections.
    """
    blocks = without_readings(blocks, title)
    if len(title) > _MOST_CHARS:
        return blocks
    parts = {letters_and_digits(part): part for part, _ in runs(title)}
    return [_spelt_as(title, parts, block) for block in blocks]


def _spelt_as(title: str, parts: Mapping[str, str], block: TextBlock) -> TextBlock:
    if block.tag not in TITLE_HEADINGS or block.link_chars or title.startswith(block.text):
        return block
    text = parts.get(letters_and_digits(block.text), "")
    is_first = block.tag == "h1" and not block.text.isupper()
    is_alike = is_first or len(text) > _PART_SHARE * len(title)
    return block._replace(text=text) if text and is_alike else block


def without_readings(blocks: Sequence[TextBlock], title: str) -> Sequence[TextBlock]:
    """Leave the readings of characters out of headings, unless a title has such brackets itself."""
    if _READING.search(title):
        return blocks
    return [
        block._replace(text=_READING.sub("", block.text)) if block.tag in TITLE_HEADINGS else block
        for block in blocks
    ]
