"""The authors whom a page shows its readers beside its headline: *By Ann Lee and Bo Ray | March 12*; pure."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from urltree.metadata.bylines import bylines
from urltree.metadata.headline import TITLE_HEADINGS
from urltree.metadata.names import AND, is_full_name
from urltree.metadata.writtendays import written_days

if TYPE_CHECKING:
    from urltree.models import Page

_WORD_BY = r"(?:^|(?<=[\s|·•/\u2013\u2014-]))(?:by|von|por|par|di|door|przez|av|af)"
_AUTHOR = r"\b(?:author|autora?|auteure?|autore|автор|yazar|yazan)"
_WROTE = r"\b(?:(?:scritto|inviato|pubblicato|postato) da|(?:vložil|napsal)(?:a|/a|\(a\))?)"
_BY = re.compile(rf"(?:{_WORD_BY}\s*:?|{_WROTE}|{_AUTHOR}\s*:)\s+", re.IGNORECASE)
_ENDS_IN_BY = re.compile(rf"{_WORD_BY}\s*:?$", re.IGNORECASE)

#: Precedes the name of somebody else: of a photographer, a reviewer, a maker.
_OTHER_WORK = re.compile(
    r"(?:photo|foto|image|picture|bild|billede|illustrat|graphic|chart|video|review|check|power|buil[dt]|creat|"
    r"sponsor|present|modifi|updat)\w*\W*$",
    re.IGNORECASE,
)

_SMALL = r"[^\W\d_A-ZÀ-Þ]"

#: Ends a name, or joins two. A full stop at the end of the line does unless it is that of *Jr.* or *Ph.D.*,
#: an article that begins with a capital only before a day: *Simon Le Bon Le 12 mars*; and so does any short
#: word there, perhaps with a day of the week: *em sex, 24/02/2012*.
_END = re.compile(
    r"\n(?!and |& )|[^\w\s.'\u2019&-]|\d| [\u2013\u2014-]|(?<=[^\W\d_]{3})\.$|\s(?:on|in|at|for|from)\s|"
    r"\s(?:(?-i:am|le|el|il)\s|(?:am|le|el|il)\s(?=\|))|"
    rf"\s(?-i:{_SMALL}{{1,4}}\s(?:{_SMALL}{{2,3}}\.?,\s)?(?=\|))|"
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|published|posted|updated)\b",
    re.IGNORECASE,
)

#: A capital that starts the text of the next element, in a word after the first; McDonald and DiCaprio have
#: fewer small letters before theirs.
_RUN_ON = re.compile(r"(?<=\s)(\S*?[a-zß-ÿ]{4})[A-ZÀ-Þ].*")

#: The most words of a line besides its days.
_LINE_WORDS = 14


def visible_authors(page: Page, title: str | None) -> list[str]:
    """Return the names after *by* in the first line near the headline that has any.

    `title` is the headline, without the site's name. *By* and *Author:* are read in a dozen languages.
    A line that ends with *by* goes on in the next.
    """
    lines = (_whole(page, line) for line in bylines(page.blocks, title))
    return next(filter(None, map(_authors, lines)), [])


def _whole(page: Page, line: int) -> str:
    """Return a line, with the block that follows if it ends in *by*; a headline is no name."""
    text = page.blocks[line].text
    text = "\n".join(page.lines.get(text, (text,)))
    following = page.blocks[line + 1 : line + 2] if _ENDS_IN_BY.search(text) else ()
    return " ".join((text, *(block.text for block in following if block.tag not in TITLE_HEADINGS)))


def _authors(line: str) -> list[str]:
    line = _without_days(line)
    if len(line.replace("|", " ").split()) > _LINE_WORDS:
        return []
    names = (
        _names(line[by.end() :]) for by in _BY.finditer(line) if not _OTHER_WORK.search(line[: by.start()])
    )
    return next(filter(None, names), [])


def _without_days(line: str) -> str:
    for day in reversed(written_days(line, language=None)):
        line = f"{line[: day.start]}|{line[day.end :]}"
    return line


def _names(text: str) -> list[str]:
    """Return the names that a text begins with."""
    names = _END.split(_RUN_ON.sub(r"\1", text), maxsplit=1)[0]
    return list(takewhile(is_full_name, AND.split(names.strip())))
