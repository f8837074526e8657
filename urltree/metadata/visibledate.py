"""The day that a page shows its readers beside its headline; pure."""

from __future__ import annotations

import re
from itertools import groupby, pairwise, zip_longest
from typing import TYPE_CHECKING

from urltree.metadata.bylines import LINE_CHARS, bylines, is_elsewhere
from urltree.metadata.writtendays import written_days
from urltree.traits.characters import Kind, kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from urltree.metadata.writtendays import WrittenDay
    from urltree.models import TextBlock

#: A line with more words besides its days is a sentence.
_LINE_WORDS = 7

#: Chinese labels of who wrote a text, for whom, and how often it was read, or a time; and of the day. Those
#: of the days of events are others.
_LABELLED = re.compile(
    r"(?:作者|来源|來源|出处|出處|(?:责任|責任)?(?:编辑|編輯)|审核|審核|供稿|记者|記者|通讯员|通訊員|摄影|攝影|"
    r"发布[者人]|發布[者人]|(?:点击|點擊|浏览|瀏覽|阅读|閱讀|评论|評論)[数數量次率]{0,2}|人气|人氣|字号|字體|字体)"
    r"(?:[：:]\s*\S{0,20}(?:\s*次)?|\(\d+\))|"  # noqa: RUF001
    r"\b\d{1,2}:\d\d(?::\d\d)?\b"
)
_DAY_LABEL = re.compile(r"(?:(?:发[布表]|發[布表])?(?:时间|時間|日期)[：:])?")  # noqa: RUF001

#: Says that a text was published on a day.
_POSTED = re.compile(
    r"\b(?:posted|published|submitted|written|veröffentlicht|geschrieben|publié|posté|écrit|publicad[oa]|"
    r"escrit[oa]|postad[oa]|pubblicat[oa]|scritt[oa]|inviato|postato|gepubliceerd|geplaatst|geschreven|"
    r"opublikowan|vložil|napsal|опубликован|发布(?:时间|日期|于)|發布(?:時間|日期|於)|投稿日|掲載日|등록일|게시일)",
    re.IGNORECASE,
)

#: A line is no sentence, however long, if such a word is among few before its first day, and neither more
#: words in small letters than this follow, nor a clause.
_SMALL_WORDS = 9
_CLAUSE = re.compile(r", [^\W\d_]+ [^\W\d_]+")

#: Precedes the day of a change.
_CHANGED = re.compile(
    r"updat|edited|modif|\blast\b|a[ck]tuali[sz]|atualiza|aggiorna|bijgewerkt|ge[äa]ndert|zuletzt|"
    r"mise? à jour|frissít|güncel|diperbarui|обновл|оновл|измен|ενημέρ|עודכן|עדכון|تحديث|更新|수정",
    re.IGNORECASE,
)

#: Precedes a day on which the text was not published: that of a change, an event, its end, or on which a
#: member joined.
_OTHER_DAY = re.compile(
    rf"{_CHANGED.pattern}|"
    r"regist(?:ered|r[ai])|регистр|joined|member since|inscri|deadline|copyright|©|"
    r"\b(?:when|wann|wanneer|cuándo|quando|quand|termin|beginn?|starts?|ends?|closing|closes|expir\w*|valid|"
    r"hearing|heard|born|died|geboren|gestorben)\b",
    re.IGNORECASE,
)

#: Between the first day and the last of a time.
_UP_TO = re.compile(r"\s*(?:[-\u2013\u2014]|to|until|till|bis|au|al|a|até|tot|do|по|до)\s*", re.IGNORECASE)

#: Where no spaces divide words, two letters count as one; but a run of up to so many, as of a name, is one.
_SHORT_RUN = 4

#: Kind of a character -> kind of the run of letters that it is part of.
_CLASSES: dict[int, Kind] = {Kind.LETTER: Kind.LETTER, Kind.UPPER: Kind.LETTER, Kind.UNSPACED: Kind.UNSPACED}


def visible_date(blocks: Sequence[TextBlock], title: str | None, language: str | None) -> str | None:
    """Return the day in the first line near the headline that has one, those after it first.

    `title` is the headline, without the site's name. None if no such line has a day, or if its form leaves
    open which day it is.
    """
    days = (_day(blocks[place].text, language) for place in bylines(blocks, title))
    return next(filter(None, days), None)


def posted_date(blocks: Sequence[TextBlock], language: str | None) -> str | None:
    """Return the day of the only line of a page that begins with *Posted* or the like and has a day.

    The day may be in the block after a colon. Several such lines are those of a list, a forum or comments.
    """
    lines = (
        f"{block.text} {after.text[:LINE_CHARS] if after and block.text.endswith(':') else ''}"
        for block, after in zip_longest(blocks, blocks[1:])
        if len(block.text) <= LINE_CHARS and _POSTED.match(block.text) and not is_elsewhere(block)
    )
    days = list(filter(None, (_day(line, language) for line in lines)))
    return days[0] if len(days) == 1 else None


def other_days(blocks: Iterable[TextBlock], language: str | None) -> set[str]:
    """Return the days that lines of little else show for something else only: *Last updated: May 4, 2025*."""
    lines = [block.text for block in blocks if len(block.text) <= LINE_CHARS]
    if not any(map(_OTHER_DAY.search, lines)):
        return set()
    shown = [(day.iso, _OTHER_DAY.search(before)) for line in lines for day, before in _days(line, language)]
    return {day for day, other in shown if day and other} - {day for day, other in shown if not other}


def says_changed(before: str) -> bool:
    """Say whether a text, after all in it on publication, says that something was changed on a day."""
    return _CHANGED.search(_POSTED.split(before)[-1]) is not None


def _day(line: str, language: str | None) -> str | None:
    """Return the first day of publication in a line of little else."""
    days = _days(line, language)
    lasting = _lasting((day for day, _ in days), line)
    published = (day.iso for day, before in days if day not in lasting and not _OTHER_DAY.search(before))
    return next(filter(None, published), None)


def _days(line: str, language: str | None) -> list[tuple[WrittenDay, str]]:
    """Return the days in a line, each with the text that precedes it; none if there is much else in it.

    Of a line with much after *Posted on* and a day, return that day: *Posted on May 4, 2026 in Bridges, …*.
    """
    days = written_days(line, language)
    ends, starts = [0, *(day.end for day in days)], [*(day.start for day in days), len(line)]
    texts = [line[end:start] for end, start in zip(ends, starts, strict=True)]
    if _words(" ".join(texts)) <= _LINE_WORDS or _is_labelled(texts):
        return list(zip(days, texts, strict=False))
    is_posted = _is_posted(texts[0], " ".join(texts[1:]))
    return list(zip(days[:1], texts, strict=False)) if is_posted else []


def _is_labelled(texts: list[str]) -> bool:
    """Say whether the one day in a Chinese line is labelled as that of publication, and all else, too."""
    before, *after = (_LABELLED.sub("", text).strip() for text in texts)
    return len(after) == 1 and not after[0] and _DAY_LABEL.fullmatch(before) is not None


def _is_posted(before: str, after: str) -> bool:
    """Say whether *Posted* or the like begins a line, or has a capital in it, and no sentence follows.

    Sentences have many words in small letters, or two after a comma: *Published on May 4, 1932, the novel …*.
    """
    posted, clause = _POSTED.search(before), _CLAUSE.match(after)
    is_start = posted and (posted.start() == 0 or posted[0][0].isupper()) and _words(before) <= _LINE_WORDS
    small = [word for word in after.split() if word.isalpha() and word.islower()]
    is_sentence = len(small) > _SMALL_WORDS or (clause and clause[0].islower())
    return bool(is_start) and not is_sentence


def _lasting(days: Iterable[WrittenDay], line: str) -> set[WrittenDay]:
    """Return the first day and the last of each time: a life, an exhibition."""
    found: set[WrittenDay] = set()
    for first, last in pairwise(day for day in days if day.iso):
        if _UP_TO.fullmatch(line[first.end : last.start]):
            found |= {first, last}
    return found


def _words(text: str) -> float:
    """Count the words of a text."""
    runs = ((kind, len(list(run))) for kind, run in groupby(map(_CLASSES.get, kinds_of(text).tolist())))
    return sum(
        1 if kind == Kind.LETTER or length <= _SHORT_RUN else length / 2
        for kind, length in runs
        if kind is not None
    )
