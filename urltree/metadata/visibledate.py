"""The day that a page shows its readers beside its headline; pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from urltree.metadata.bylines import bylines
from urltree.metadata.writtendays import written_days

if TYPE_CHECKING:
    from collections.abc import Sequence

    from urltree.models import TextBlock

#: A line with more words besides its days is a sentence.
_LINE_WORDS = 7

#: Precedes a day on which something else happened: a change, an end, the arrival of a member.
_OTHER_DAY = re.compile(
    r"updat|edited|modif|\blast\b|a[ck]tuali[sz]|atualiza|aggiorna|bijgewerkt|ge[äa]ndert|zuletzt|"
    r"mise? à jour|обновл|измен|regist(?:ered|r[ai])|регистр|joined|member since|inscri|deadline|copyright|©",
    re.IGNORECASE,
)

_WORD = re.compile(r"[^\W\d_]+")


def visible_date(blocks: Sequence[TextBlock], title: str | None, language: str | None) -> str | None:
    """Return the day in the first line near the headline that has one, those after it first.

    `title` is the headline, without the site's name. None if no such line has a day, or if its form leaves
    open which day it is.
    """
    days = (_day(line, language) for line in bylines(blocks, title))
    return next(filter(None, days), None)


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
