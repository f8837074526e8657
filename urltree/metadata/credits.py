"""Whom a line credits with a text: *By Ann Lee and Bo Ray | March 12*, in many languages; pure."""

from __future__ import annotations

import re
from itertools import takewhile

from urltree.metadata.names import AND, is_full_name, joined
from urltree.metadata.writtendays import written_days

_WORD_BY = r"(?:^|(?<=[\s|·•/\u2013\u2014-]))(?:by|von|por|par|di|door|przez|av|af)"
_AUTHOR = (
    r"\b(?:author|autor(?:a|in)?|auteure?|autore|автор|yazar|yazan|penulis|tác giả|người viết|írta|szerző|"
    r"kirjoittaja|συντάκτης|συντάκτρια|γράφει)"
)
_WROTE = (
    r"\b(?:(?:scritto|inviato|pubblicato|postato) da|(?:scris|publicat|postat) de|γράφει [οη]|"
    r"(?:vložil|napsal)(?:a|/a|\(a\))?)"
)
_BY = re.compile(rf"(?:{_WORD_BY}\s*:?|{_WROTE}|{_AUTHOR}\s*:)\s+", re.IGNORECASE)
_ENDS_IN_BY = re.compile(rf"{_WORD_BY}\s*:?$", re.IGNORECASE)

#: Names nobody: *side by side*.
_TWICE = re.compile(r"\b(case|day|little|one|side|step|year) by \1\b", re.IGNORECASE)

#: Precedes the name of somebody else: of a photographer, a translator, a maker.
_OTHER_WORK = re.compile(
    r"(?:photo|foto|image|picture|bild|billede|illustrat|graphic|chart|video|review|check|power|buil[dt]|creat|"
    r"sponsor|present|modifi|updat)\w*\W*$|"
    r"^\W*(?:edited|translated|übersetzt|traducido|traduzido|traduit|tradotto|narrated|directed|owned|"
    r"paid for|brought to you)\s*:?\s*$",
    re.IGNORECASE,
)

#: Starts of labels of what may follow a name without a mark between them.
_LABEL = (
    "photo|foto|image|picture|bild|billed|kuva|illustr|editor|categor|kategor|topic|tags|copyright|started"
)

_SMALL = r"[^\W\d_A-ZÀ-Þ]"

#: Ends a name, or joins two. A full stop at the end of the line does unless it is that of *Jr.* or *Ph.D.*.
#: Before a day any short word does, perhaps with a day of the week, *em sex, 24/02/2012*, and only there an
#: article with a capital, *Simon Le Bon Le 12 mars*. So does the label of what follows, *Photos: Bo Ray*.
_END = re.compile(
    rf"\.?\s(?:{_LABEL})\w{{0,12}}\s?:|\sfiled\sunder\b|"
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

#: The most words beside the day in a line that is nothing but a day.
_DAY_WORDS = 2


def is_credit(text: str) -> bool:
    """Say whether a text begins with *by* and a name, or is a day."""
    if _BY.match(text):
        return bool(credited(text))
    rest = _without_days(text)
    return rest != text and len(re.findall(r"\w+", rest)) <= _DAY_WORDS


def ends_in_by(line: str) -> bool:
    """Say whether a line goes on with a name in the next."""
    return _ENDS_IN_BY.search(line) is not None


def credited(line: str) -> list[str]:
    """Return the names after the first *by* of a line that has any."""
    line = _TWICE.sub("|", _without_days(line))
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
    names = _END.split(joined(_RUN_ON.sub(r"\1", text)), maxsplit=1)[0]
    return list(takewhile(is_full_name, AND.split(names.strip())))
