"""Publication dates of feed items."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from parsed import LINK, entry
from xml_feeds import rss

from service.feeds.times import published


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


@pytest.mark.parametrize(
    "date",
    [
        "2 November 2026",
        "Mon, 02-Nov-2026",
        "November 2, 2026",
        "02.11.2026",
        "2.11.2026 am Morgen",
        "2026年11月02日",
    ],
)
def test_day_that_is_written_for_people_is_read(date: str):
    assert published(date) == datetime(2026, 11, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    "date",
    [
        "lun., 02 nov. 2026 10:15:00 +0100",
        "Monday, November 2, 2026 - 09:15",
        "02.11.2026, 10:15 CET",
        "02-Nov-2026 09:15",
        '<time datetime="2026-11-02T09:15:00Z" class="datetime">Mon, 2 Nov 2026</time>',
    ],
)
def test_time_after_a_day_that_is_written_for_people_is_read(date: str):
    assert published(date) == datetime(2026, 11, 2, 9, 15, tzinfo=UTC)


@pytest.mark.parametrize("date", ["02-11-2026", "2026W45", "12345"])
def test_date_that_may_be_of_two_days_is_none(date: str):
    assert published(date) is None


@pytest.mark.parametrize("date", ["Thu, 01 Jan 1970 00:00:00 GMT", "Wed, 31 Dec 1969 19:00:00 EST"])
def test_unix_epoch_is_not_a_date(date: str):
    assert published(date) is None


@pytest.mark.parametrize(
    "date",
    [
        *("", "yesterday", "-1", "Mon, 99 Nov 2026 99:00:00 GMT"),
        *("0001-01-01T00:00+12:00", "9999-12-31T23:00-05:00", "Fri, 31 Dec 9999 23:59:59 HST"),
    ],
)
def test_unreadable_or_unrepresentable_date_is_none(date: str):
    assert published(date) is None


@pytest.mark.parametrize(
    ("zone", "hour"), [("CEST", 6), ("MESZ", 6), ("JST", 23), ("akst", 17), ("GMT", 8), ("EDT", 12), ("", 8)]
)
def test_zone_names_of_rfc_822_dates_are_known(zone: str, hour: int):
    assert published(f"Wed, 02 Oct 2024 08:00:00 {zone}").hour == hour


@pytest.mark.parametrize(("zone", "hour"), [("CEST", 6), ("MET", 7), ("EDT", 12), ("pst", 16), ("GMT", 8)])
def test_zone_names_of_iso_dates_are_known(zone: str, hour: int):
    assert published(f"2024-10-02 08:00 {zone}") == datetime(2024, 10, 2, hour, tzinfo=UTC)


@pytest.mark.parametrize("zone", ["MET", "MEST", "EST", "PDT", "CET", "GMT", "+0100", "Z"])
def test_dates_of_rfc_822_and_iso_8601_name_the_same_time(zone: str):
    assert entry(rss(f"{LINK}<pubDate>Wed, 02 Oct 2024 08:00:00 {zone}</pubDate>")).published == published(
        f"2024-10-02 08:00:00 {zone}"
    )


@pytest.mark.parametrize("zone", ["IST", "XYZ", "America/New_York"])
def test_time_in_an_unknown_zone_is_none(zone: str):
    assert published(f"Wed, 02 Oct 2024 08:00:00 {zone}") is None


@pytest.mark.parametrize("zone", ["GMT+1", "GMT+01:00", "UTC+0100", "+01:00", "+1"])
def test_offset_may_be_written_in_many_ways(zone: str):
    assert published(f"Wed, 02 Oct 2024 08:00:00 {zone}") == datetime(2024, 10, 2, 7, tzinfo=UTC)


@pytest.mark.parametrize(
    "date",
    [
        "25 Jan 2026 10:15:00 PM",
        "January 25, 2026 10:15 p.m.",
        "1/25/2026 10:15 PM",
        "2026-01-25 5:15 PM EST",
    ],
)
def test_time_of_twelve_hours_is_read(date: str):
    assert published(date) == datetime(2026, 1, 25, 22, 15, tzinfo=UTC)
