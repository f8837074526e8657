"""Dates as pages write them for machines, to ISO 8601; pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

_YEAR_FIRST = re.compile(
    r"""
    (?P<year>\d{4}) (?=\D|\d{4}) ([-/.]?) (?P<month>\d\d?) \2 (?P<day>\d\d?) (?!\d)
    (?:
        (?:T|\s+) (?P<hour>\d\d?) :? (?P<minute>\d\d) (?: :? (?P<second>\d\d))? (?!\d)
        (?: [.,]\d+)? \s* (?P<offset> Z | UTC | GMT | [+-]\d\d (?: :? \d\d )? (?!\d) )?
    )?
    """,
    re.ASCII | re.IGNORECASE | re.VERBOSE,
)
#: The offset after a time: JavaScript writes ``GMT+0100 (CET)``, Java ``GMT+01:00``, people ``+1``.
_OFFSET = re.compile(r"(?<=:\d\d)\s*(?:GMT|UTC)?(?P<sign>[+-])(?P<hours>\d\d?)(?::?(?P<minutes>\d\d))?(?!\d)")
#: Seconds or milliseconds of Unix, from 2001 to 2033.
_UNIX_TIME = re.compile(r"(1\d{9})(?:\d{3})?", re.ASCII)
#: A time of twelve hours; not the German *1.3.2017 am Abend*.
_HALF_DAY = re.compile(r"(?<!\d)(\d\d?)(:\d\d)?(:\d\d)?\s*([ap])\.?m\b\.?", re.IGNORECASE)
_IN_PATH = re.compile(r"/(20\d\d|19[89]\d)[-/]?(0[1-9]|1[0-2])[-/]?(0[1-9]|[12]\d|3[01])(?!\d)")

# No page is older than this. Programs that do not know a date write year 1, the year before that, or second 0
# of Unix, which in western time zones is on the day before.
_FIRST_YEAR = 1800
_NO_YEARS = ("-0001", " 0001 ")
_UNIX_ZERO = ("1969-12-31", "1970-01-01")

# Thailand counts years from the death of the Buddha, 543 years before our era. Programs also write 9999.
_THAI_YEARS = range(2400, 2700)
_BUDDHA = 543


def iso_date(text: str) -> str | None:
    """Return a date in ISO 8601, with time and offset if they are given: ``2017-03-01T09:30:00+01:00``.

    Reads dates that begin with the year, as in ISO 8601 and the like, those of RFC 2822, and Unix times. None
    for all others: 03/04/2017 may be either of two days.
    """
    if any(year in text for year in _NO_YEARS):
        return None
    text = _OFFSET.sub(_plain_offset, in_24_hours(text.strip()))
    try:
        read = _unix_time(text) or _year_first(text) or parsedate_to_datetime(text).isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    if int(read[:4]) < _FIRST_YEAR or read.startswith(_UNIX_ZERO):
        return None
    return read


def in_utc(date: str) -> str:
    """Return a date of `iso_date` in UTC if its offset is given; without that it stays."""
    time = datetime.fromisoformat(date)
    try:
        return time.astimezone(UTC).isoformat() if time.tzinfo else date
    except OverflowError:  # the last hours of 9999
        return date


def in_24_hours(text: str) -> str:
    """Write times with am or pm in 24 hours: ``21:30`` for ``9:30 PM``."""
    return _HALF_DAY.sub(_in_24_hours, text)


def _in_24_hours(time: re.Match[str]) -> str:
    hour, minutes, seconds, half = time.groups(default="")
    return f"{int(hour) % 12 + 12 * (half in 'pP'):02}{minutes or ':00'}{seconds}"


def date_in_path(url: str) -> str | None:
    """Return the day that is part of a URL: ``2017-03-01`` for ``https://example.com/2017/03/01/bridge``."""
    found = _IN_PATH.search(url)
    return iso_date("-".join(found.groups())) if found else None


def _plain_offset(found: re.Match[str]) -> str:
    return f" {found['sign']}{found['hours']:0>2}{found['minutes'] or '00'}"


def _unix_time(text: str) -> str | None:
    found = _UNIX_TIME.fullmatch(text)
    return datetime.fromtimestamp(int(found[1]), UTC).isoformat() if found else None


def _year_first(text: str) -> str | None:
    found = _YEAR_FIRST.match(text)
    if not found:
        return None
    year = int(found["year"])
    year -= _BUDDHA * (year in _THAI_YEARS)
    day = date(year, int(found["month"]), int(found["day"])).isoformat()
    if not found["hour"]:
        return day
    offset = re.sub("UTC|GMT", "Z", (found["offset"] or "").upper())
    time = f"{found['hour']:0>2}:{found['minute']}:{found['second'] or '00'}"
    return datetime.fromisoformat(f"{day}T{time}{offset}").isoformat()
