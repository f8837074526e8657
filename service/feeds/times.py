"""When an item of a feed was published, in UTC, if its feed says so clearly; pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING

from urltree.metadata.dates import has_am_or_pm, iso_date

if TYPE_CHECKING:
    from time import struct_time

#: A day and the name of its month, perhaps after the name of the weekday.
_DAY_AND_MONTH = re.compile(r"\s*(?:[^\W\d]+[.,\s]+)?\d\d?[\s-]+[^\W\d]{3}")


#: The name of the zone after a time: EST, GMT+01:00, America/New_York.
_ZONE = re.compile(r"[:\d]\s*([^\W\d_]+(?:[+-][\d:]+|/[\w/+-]+)?)\s*$")

#: Zones that feedparser knows, of those that are read here; all others are UTC to it.
_KNOWN = re.compile(r"[A-Z]|UTC?|GMT(?:[+-]\d{4})?|[ACEMP][SD]?T|MES?T")

#: Zones -> hours east of Greenwich. Names that mean several zones are left out, unless one is by far the
#: most frequent.
_EAST = {
    "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "EET": 2, "EEST": 3, "SAST": 2,
    "MSK": 3, "HKT": 8, "SGT": 8, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
    "AST": -4, "ADT": -3, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8,
    "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip


def published(date: str, parsed: struct_time | None = None) -> datetime | None:
    """Read a date; one without a zone is in UTC.

    None if it cannot be read, stands for no date (year 1), or has the name of a zone that we do not know.

    `parsed` is what feedparser read of it, in UTC. It knows more names of months than we do, but it takes the
    first digits of any number for a year, reads the month of 2026/01/02 as that of today, and 10:15 PM as the
    morning.
    """
    is_halved = has_am_or_pm(date)
    found = None if is_halved else _ZONE.search(date)
    zone = found[1].upper() if found else "UTC"
    is_known = _KNOWN.fullmatch(zone) is not None
    if not is_known and zone not in _EAST:
        return None
    own = timezone(timedelta(hours=_EAST.get(zone, 0)))
    is_read = parsed and _DAY_AND_MONTH.match(date) and not is_halved
    if parsed and is_read and (time := _in_utc(iso_date(_iso(parsed)), UTC if is_known else own)):
        return time
    return _in_utc(iso_date(date), own)


def _iso(parsed: struct_time) -> str:
    year, month, day, hour, minute, second, *_ = parsed
    return f"{year:04}-{month}-{day} {hour}:{minute:02}:{second:02}"


def _in_utc(date: str | None, zone: timezone) -> datetime | None:
    """Read a date, which is in the zone if it has no offset of its own."""
    try:
        time = datetime.fromisoformat(date or "")
        return time.replace(tzinfo=time.tzinfo or zone).astimezone(UTC)
    except (ValueError, OverflowError):  # the latter in the year 10000
        return None
