"""The day that a page shows its readers beside its headline; pure.

Blocks tell the headline and the text, and so whose day it is; nothing more is kept of a page for this.
"""

from __future__ import annotations

import re
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from urltree.metadata.headline import characters
from urltree.metadata.writtendays import written_days

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urltree.models import TextBlock

#: The most blocks after the headline, and before it, that are looked at.
_AFTER = 4
_BEFORE = 2

#: A block with more characters is text; one with more words besides its days is a sentence.
_LINE_CHARS = 200
_LINE_WORDS = 7

_HEADINGS = ("h1", "h2", "h3", "h4")
#: A heading that is a smaller part of the title is, as a rule, that of a section.
_HEADING_SHARE = 0.3

#: Precedes a day on which something else happened: a change, an end, the arrival of a member.
_OTHER_DAY = re.compile(
    r"updat|edited|modif|\blast\b|a[ck]tuali[sz]|atualiza|aggiorna|bijgewerkt|ge[äa]ndert|zuletzt|"
    r"mise? à jour|обновл|измен|regist(?:ered|r[ai])|регистр|joined|member since|inscri|deadline|copyright|©",
    re.IGNORECASE,
)

#: Names, in the last steps of a path, of what belongs to other pages, comments or pictures.
_ELSEWHERE = re.compile(
    r"breadcrumb|caption|comment|figure|nav|popular|recent|relat|repl[iy]|sidebar|teaser", re.IGNORECASE
)
_STEPS = 3

_WORD = re.compile(r"[^\W\d_]+")


def visible_date(blocks: Sequence[TextBlock], title: str | None, language: str | None) -> str | None:
    """Return the day in the first line near the headline that has one, those after it first.

    `title` is the headline, without the site's name. None if no such line has a day, or if its form leaves
    open which day it is.
    """
    place = _headline_place(blocks, characters(title or ""))
    if place is None:
        return None
    for line in (*_lines(blocks[place + 1 :], _AFTER), *_lines(reversed(blocks[:place]), _BEFORE)):
        day = _day(line.text, language)
        if day and not (_is_elsewhere(line) or _is_paragraph(line, blocks)):
            return day
    return None


def _headline_place(blocks: Sequence[TextBlock], title: str) -> int | None:
    """Return the place of the first heading that has most of the title."""
    best, most = None, _HEADING_SHARE * len(title)
    for place, block in enumerate(blocks):
        heading = characters(block.text) if block.tag in _HEADINGS else ""
        if heading in title and len(heading) > most:
            best, most = place, len(heading)
    return best


def _lines(blocks: Iterable[TextBlock], most: int) -> Iterator[TextBlock]:
    return takewhile(lambda block: len(block.text) <= _LINE_CHARS, islice(blocks, most))


def _is_elsewhere(block: TextBlock) -> bool:
    return _ELSEWHERE.search("/".join(block.path.split("/")[-_STEPS:])) is not None


def _is_paragraph(line: TextBlock, blocks: Iterable[TextBlock]) -> bool:
    """Say whether a line stands among the paragraphs of the text, in which any day may be written."""
    return line.tag == "p" and any(
        block.path == line.path and len(block.text) > _LINE_CHARS for block in blocks
    )


def _day(line: str, language: str | None) -> str | None:
    """Return the first day of publication in a line of little else."""
    first, end, others = None, 0, ""
    for day in written_days(line, language):
        before = line[end : day.start]
        if first is None and not _OTHER_DAY.search(before):
            first = day.iso
        end, others = day.end, others + before
    words = len(_WORD.findall(f"{others} {line[end:]}"))
    return first if words <= _LINE_WORDS else None
