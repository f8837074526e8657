"""When an item of a feed was published, in UTC, if its feed says so clearly; pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from urltree.metadata.dates import has_am_or_pm, iso_date

if TYPE_CHECKING:
    from time import struct_time

#: A day and the name of its month, perhaps after the name of the weekday.
_DAY_AND_MONTH = re.compile(r"\s*(?:[^\W\d]+[.,\s]+)?\d\d?[\s-]+[^\W\d]{3}")


def published(date: str, parsed: struct_time | None = None) -> datetime | None:
    """Read a date; one without a zone is in UTC. None if it cannot be read or stands for no date (year 1).

    `parsed` is what feedparser read of it, in UTC. It knows more names of months and zones than we do, but
    it takes the first digits of any number for a year, reads the month of 2026/01/02 as that of today, and
    10:15 PM as the morning.
    """
    is_read = parsed and _DAY_AND_MONTH.match(date) and not has_am_or_pm(date)
    if parsed and is_read and (time := _in_utc(iso_date(_iso(parsed)))):
        return time
    return _in_utc(iso_date(date))


def _iso(parsed: struct_time) -> str:
    year, month, day, hour, minute, second, *_ = parsed
    return f"{year:04}-{month}-{day} {hour}:{minute:02}:{second:02}"


def _in_utc(date: str | None) -> datetime | None:
    try:
        time = datetime.fromisoformat(date or "")
        return time.replace(tzinfo=time.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
