"""When items of feeds were published."""

from __future__ import annotations

from datetime import UTC, datetime
from time import struct_time

import pytest

from service.feeds.times import published


def parsed(*numbers: int) -> struct_time:
    """Make what feedparser gives."""
    return struct_time((*numbers, 0, 0, 0))


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-02T10:00:00+01:00",
        "2026-11-02T09:00:00",
        "2026/11/02 09:00:00",
        "Mon, 02 Nov 2026 09:00:00 GMT",
        "Mon,02 Nov 2026 04:00:00 EST",
    ],
)
def test_date_is_read_in_utc(date: str):
    assert published(date) == datetime(2026, 11, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize("date", ["2 November 2026", "Mon, 02-Nov-2026", "Δευ, 02 Νοέ 2026 05:07:09 EST"])
def test_what_feedparser_reads_by_the_name_of_the_month_is_taken(date: str):
    assert published(date, parsed(2026, 11, 2, 5, 7, 9)) == datetime(2026, 11, 2, 5, 7, 9, tzinfo=UTC)


@pytest.mark.parametrize("date", ["1793610000", "02-11-2026", "2026年11月02日", "2026W45", "12345"])
def test_what_feedparser_guesses_of_numbers_is_not_taken(date: str):
    assert published(date, parsed(2026, 11, 1, 0, 0, 0)) is None


def test_feedparsers_guess_does_not_stand_in_for_what_can_be_read():
    assert published("2026/01/02", parsed(2026, 11, 1, 0, 0, 0)) == datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("date", ["Thu, 01 Jan 1970 00:00:00 GMT", "Wed, 31 Dec 1969 19:00:00 EST"])
def test_the_second_0_of_unix_is_no_date(date: str):
    assert published(date, parsed(1970, 1, 1, 0, 0, 0)) is None


@pytest.mark.parametrize("date", ["", "yesterday", "9999-12-31T23:00-05:00"])
def test_what_cannot_be_read_or_is_no_time_of_utc_is_none(date: str):
    assert published(date) is None


def test_of_half_days_the_day_alone_is_told():
    midday = parsed(2026, 1, 5, 10, 15, 0)
    assert published("05 Jan 2026 10:15:00 PM", midday) == datetime(2026, 1, 5, tzinfo=UTC)
