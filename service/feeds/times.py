"""When an item of a feed was published, in UTC, if its feed says so clearly; pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from urltree.metadata.dates import has_am_or_pm, iso_date

if TYPE_CHECKING:
    from time import struct_time

#: A day and the name of its month, perhaps after the name of the weekday.
_DAY_AND_MONTH = re.compile(r"\s*(?:[^\W\d]+[.,\s]+)?\d\d?[\s-]+[^\W\d]{3}")


#: The name of the zone after a time: EST, GMT+01:00, America/New_York.
_ZONE = re.compile(r"[:\d]\s*([^\W\d_]+(?:[+-][\d:]+|/[\w/+-]+)?)\s*$")

#: Zones that feedparser knows, besides those of one letter; all others are UTC to it.
_KNOWN = re.compile(r"[A-Z]|UTC?|GMT(?:[+-]\d{4})?|[ACEMP][SD]?T")

#: Others -> hours east of Greenwich. Names that mean several zones are left out, unless one is by far the
#: most frequent.
_EAST = {
    "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "EET": 2, "EEST": 3, "SAST": 2,
    "MSK": 3, "HKT": 8, "SGT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
    "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip


def published(date: str, parsed: struct_time | None = None) -> datetime | None:
    """Read a date; one without a zone is in UTC.

    None if it cannot be read, stands for no date (year 1), or has the name of a zone that we do not know.
    `parsed` is as of `_time`.
    """
    found = None if has_am_or_pm(date) else _ZONE.search(date)
    zone = found[1].upper() if found else ""
    if zone and zone not in _EAST and not _KNOWN.fullmatch(zone):
        return None
    time = _time(date, parsed)
    try:
        return time and time - timedelta(hours=_EAST.get(zone, 0))
    except OverflowError:  # in the year 10000
        return None


def _time(date: str, parsed: struct_time | None) -> datetime | None:
    """Read a date whose zone, if it is one of `_EAST`, is taken for UTC.

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
