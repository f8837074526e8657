"""A site in the statistics: what it brought in the last days, and what is odd about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

DAY = 86_400

#: Days that are remembered; a site that brought nothing for that long is forgotten.
DAYS = 14

#: Newest documents whose lengths are remembered.
LENGTHS = 10

#: Changes of template that are remembered.
CHANGES = 20

#: The fields of a site's record in Redis, in order, and how many numbers each has, the newest last.
RECORD = {
    "total": 1, "last": 1, "today": 1, "warm": 1, "changed": 1,
    "documents": DAYS, "read": DAYS, "kept": DAYS, "lengths": LENGTHS, "changes": CHANGES,
}  # fmt: skip


class Alarm(StrEnum):
    """What a person should look at."""

    #: In the last two days.
    TEMPLATE_CHANGED = "template_changed"
    #: A feed of the site used to have new items, and has none now.
    SILENT_FEED = "silent_feed"
    #: Most of the newest ten documents have less than 100 characters of content.
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
    #: Share of the characters of these documents that is boilerplate; None if they had no text.
    removed: float | None
    #: Mean characters of content of these.
    length: float
    #: When the last new document came, in UTC.
    last: datetime
    #: New documents of each of the last `DAYS`, today last.
    trend: tuple[int, ...]
    alarms: tuple[Alarm, ...]
    #: When its template changed, in UTC, in order; the last `CHANGES`.
    changes: tuple[datetime, ...]
