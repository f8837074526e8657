"""Dates of HTTP."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime


def http_date(text: str) -> datetime | None:
    """Read a date (RFC 9110 §5.6.7); None if the text is not one.

    One of the three forms, that of C's asctime, names no time zone; it is in UTC.
    """
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
