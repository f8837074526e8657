"""A site as the statistics have it: what it brought in the last days, and what is odd about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from statistics import median
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

#: Days that are remembered; a site that brought nothing for as long is forgotten.
DAYS = 14

DAY = 86_400

#: Newest documents whose lengths are remembered, and how many of them make an alarm.
LENGTHS = 10
_ENOUGH = 5

#: Characters of content under which a document passes for empty.
_EMPTY = 100

#: Changes of template that are remembered, and seconds for which the last is an alarm.
CHANGES = 20
_ALARMING = 2 * DAY


class Alarm(StrEnum):
    """What a person should look at."""

    #: In the last two days.
    TEMPLATE_CHANGED = "template_changed"
    #: A feed of the site used to have new items, and has none.
    SILENT_FEED = "silent_feed"
    #: Half of the newest ten documents have less than 100 characters of content.
    COLLAPSED = "collapsed"


@dataclass(frozen=True, slots=True)
class Site:
    """What is known of a domain."""

    domain: str
    #: New documents, ever ...
    total: int
    #: ... and in the last `DAYS`.
    documents: int
    warm: bool
    #: Share of the characters of these that is boilerplate; None if they had no text.
    removed: float | None
    #: Mean characters of content of these; None if there were none.
    length: float | None
    #: When the last new document came, in UTC.
    last: datetime
    #: New documents of each of the last `DAYS`, today last.
    trend: tuple[int, ...]
    alarms: tuple[Alarm, ...]
    #: When its template changed, in UTC, the last last.
    changes: tuple[datetime, ...]

    @classmethod
    def of(cls, kept: Mapping[str, Any], now: float, silent: Collection[str]) -> Self:
        """Read what `record.lua` keeps; `silent` are the sites that have a silent feed."""
        today = int(now) // DAY
        days = [kept["days"].get(str(day), (0, 0, 0)) for day in range(today - DAYS + 1, today + 1)]
        documents, read, content = (sum(each) for each in zip(*days, strict=True))
        return cls(
            domain=kept["domain"],
            total=kept["total"],
            documents=documents,
            warm=kept["warm"],
            removed=1 - content / read if read else None,
            length=content / documents if documents else None,
            last=_date(kept["last"]),
            trend=tuple(day[0] for day in days),
            alarms=tuple(_alarms(kept, now, silent)),
            changes=tuple(map(_date, kept["changes"])),
        )


def _alarms(kept: Mapping[str, Any], now: float, silent: Collection[str]) -> list[Alarm]:
    lengths, changes = kept["lengths"], kept["changes"]
    found = {
        Alarm.TEMPLATE_CHANGED: bool(changes) and now - changes[-1] < _ALARMING,
        Alarm.SILENT_FEED: kept["domain"] in silent,
        Alarm.COLLAPSED: len(lengths) >= _ENOUGH and median(lengths) < _EMPTY,
    }
    return [alarm for alarm, holds in found.items() if holds]


def _date(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
