"""When an item of a feed was published, in UTC, if its feed says so clearly; pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

from urltree.metadata.dates import in_24_hours, iso_date
from urltree.metadata.writtendays import written_days

#: The name of the zone after a time: EST, America/New_York.
_ZONE = re.compile(r"[:\d]\s*([^\W\d_]+(?:/[\w/+-]+)?)\s*$")

#: Zones -> hours east of Greenwich. Names that mean several zones are left out, unless one is by far the
#: most frequent.
_EAST = {
    "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "WET": 0, "WEST": 1, "BST": 1, "CET": 1, "CEST": 2, "MET": 1,
    "MEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "SAST": 2, "MSK": 3, "HKT": 8, "SGT": 8, "JST": 9,
    "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13, "AST": -4, "ADT": -3, "EST": -5, "EDT": -4,
    "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10,
}  # fmt: skip


def published(date: str) -> datetime | None:
    """Read a date; one without a zone is in UTC.

    None if it cannot be read, stands for no date (year 1), or has the name of a zone that we do not know.
    """
    date = in_24_hours(date)
    text = date if iso_date(date) else _year_first(date)
    found = _ZONE.search(text)
    hours = _EAST.get(found[1].upper() if found else "UTC")
    return None if hours is None else _in_utc(iso_date(text), timezone(timedelta(hours=hours)))


def _year_first(date: str) -> str:
    """Write a date whose day is written for people with the year first: ``25.11.2026, 10:15``.

    Drupal may write the element ``<time datetime="2026-11-25T10:15:00Z">``.
    """
    day = next((day for day in written_days(date, None) if day.iso), None)
    return f"{day.iso} {date[day.end :].lstrip(', T-')}" if day else date


def _in_utc(date: str | None, zone: timezone) -> datetime | None:
    """Read a date, which is in the zone if it has no offset of its own."""
    try:
        time = datetime.fromisoformat(date or "")
        return time.replace(tzinfo=time.tzinfo or zone).astimezone(UTC)
    except (ValueError, OverflowError):  # the latter in the year 10000
        return None
