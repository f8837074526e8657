"""The day that a page shows its readers beside its headline; pure."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from urltree.metadata.bylines import bylines
from urltree.metadata.writtendays import written_days
from urltree.traits.characters import Kind, kinds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from urltree.models import TextBlock

#: A line with more words besides its days is a sentence.
_LINE_WORDS = 7

#: Precedes a day on which something else happened: a change, an end, the arrival of a member.
_OTHER_DAY = re.compile(
    r"updat|edited|modif|\blast\b|a[ck]tuali[sz]|atualiza|aggiorna|bijgewerkt|ge[äa]ndert|zuletzt|"
    r"mise? à jour|frissít|güncel|diperbarui|обновл|оновл|измен|ενημέρ|עודכן|עדכון|تحديث|更新|수정|"
    r"regist(?:ered|r[ai])|регистр|joined|member since|inscri|deadline|copyright|©",
    re.IGNORECASE,
)

#: Where no spaces divide words, two letters count as one; but a run of up to so many, as of a name, is one.
_SHORT_RUN = 4

#: Kind of a character -> kind of the run of letters that it is part of.
_CLASSES: dict[int, Kind] = {Kind.LETTER: Kind.LETTER, Kind.UPPER: Kind.LETTER, Kind.UNSPACED: Kind.UNSPACED}


def visible_date(blocks: Sequence[TextBlock], title: str | None, language: str | None) -> str | None:
    """Return the day in the first line near the headline that has one, those after it first.

    `title` is the headline, without the site's name. None if no such line has a day, or if its form leaves
    open which day it is.
    """
    days = (_day(blocks[line].text, language) for line in bylines(blocks, title))
    return next(filter(None, days), None)


def _day(line: str, language: str | None) -> str | None:
    """Return the first day of publication in a line of little else."""
    first, end, others = None, 0, ""
    for day in written_days(line, language):
        before = line[end : day.start]
        if first is None and not _OTHER_DAY.search(before):
            first = day.iso
        end, others = day.end, others + before
    return first if _words(f"{others} {line[end:]}") <= _LINE_WORDS else None


def _words(text: str) -> float:
    """Count the words of a text."""
    runs = ((kind, len(list(run))) for kind, run in groupby(map(_CLASSES.get, kinds_of(text).tolist())))
    return sum(
        1 if kind == Kind.LETTER or length <= _SHORT_RUN else length / 2 for kind, length in runs if kind
    )
