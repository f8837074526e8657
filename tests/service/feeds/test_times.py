"""Publication dates of feed items."""

from __future__ import annotations

from datetime import UTC, datetime
from time import struct_time

import pytest
from parsed import LINK, entry
from xml_feeds import rss

from service.feeds.times import published


def parsed(*numbers: int) -> struct_time:
    """Return a time as feedparser does."""
    return struct_time((*numbers, 0, 0, 0))


@pytest.mark.parametrize(
    "date",
    [
        "2026-11-02T10:00:00+01:00",
        "2026-11-02T09:00:00",
        "2026/11/02 09:00:00",
        "Mon, 02 Nov 2026 09:00:00 GMT",
        "Mon,02 Nov 2026 04:00:00 EST",
        "Mon Nov 02 2026 10:00:00 GMT+0100 (CET)",
    ],
)
def test_date_is_converted_to_utc(date: str):
    assert published(date) == datetime(2026, 11, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize("date", ["2 November 2026", "Mon, 02-Nov-2026", "Δευ, 02 Νοέ 2026 05:07:09 EST"])
def test_feedparser_is_trusted_with_dates_that_name_the_month(date: str):
    assert published(date, parsed(2026, 11, 2, 5, 7, 9)) == datetime(2026, 11, 2, 5, 7, 9, tzinfo=UTC)


@pytest.mark.parametrize("date", ["1793610000", "02-11-2026", "2026年11月02日", "2026W45", "12345"])
def test_feedparser_is_not_trusted_with_purely_numeric_dates(date: str):
    assert published(date, parsed(2026, 11, 1, 0, 0, 0)) is None


def test_unambiguous_date_takes_precedence_over_feedparsers_reading():
    assert published("2026/01/02", parsed(2026, 11, 1, 0, 0, 0)) == datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize("date", ["Thu, 01 Jan 1970 00:00:00 GMT", "Wed, 31 Dec 1969 19:00:00 EST"])
def test_unix_epoch_is_not_a_date(date: str):
    assert published(date, parsed(1970, 1, 1, 0, 0, 0)) is None


@pytest.mark.parametrize("date", ["", "yesterday", "9999-12-31T23:00-05:00"])
def test_unreadable_or_unrepresentable_date_is_none(date: str):
    assert published(date) is None


def test_last_evening_that_a_date_can_have_is_none_in_a_zone_where_it_is_past():
    assert published("Fri, 31 Dec 9999 23:59:59 HST", parsed(9999, 12, 31, 23, 59, 59)) is None


@pytest.mark.parametrize(
    ("zone", "hour"), [("CEST", 6), ("JST", 23), ("akst", 17), ("GMT", 8), ("EDT", 8), ("", 8)]
)
def test_zones_that_feedparser_takes_for_utc_are_known(zone: str, hour: int):
    assert published(f"Wed, 02 Oct 2024 08:00:00 {zone}", parsed(2024, 10, 2, 8, 0, 0)).hour == hour


@pytest.mark.parametrize(("zone", "hour"), [("CEST", 6), ("MET", 7), ("EDT", 12), ("pst", 16), ("GMT", 8)])
def test_zone_names_of_iso_dates_are_known(zone: str, hour: int):
    assert published(f"2024-10-02 08:00 {zone}") == datetime(2024, 10, 2, hour, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["MET", "MEST", "EST", "PDT", "CET", "GMT", "+0100", "Z"])
def test_dates_of_rfc_822_and_iso_8601_name_the_same_time(zone: str):
    assert entry(rss(f"{LINK}<pubDate>Wed, 02 Oct 2024 08:00:00 {zone}</pubDate>")).published == published(
        f"2024-10-02 08:00:00 {zone}"
    )


@pytest.mark.parametrize("zone", ["IST", "XYZ", "UTC+2", "America/New_York"])
def test_time_in_an_unknown_zone_is_none(zone: str):
    assert published(f"Wed, 02 Oct 2024 08:00:00 {zone}", parsed(2024, 10, 2, 8, 0, 0)) is None


def test_only_the_day_of_a_twelve_hour_time_is_used():
    midday = parsed(2026, 1, 5, 10, 15, 0)
    assert published("05 Jan 2026 10:15:00 PM", midday) == datetime(2026, 1, 5, tzinfo=UTC)
