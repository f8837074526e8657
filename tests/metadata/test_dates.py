"""Dates of pages in ISO 8601."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urltree.metadata.dates import date_in_path, iso_date


@pytest.mark.parametrize(
    ("text", "iso"),
    [
        ("2017-03-01", "2017-03-01"),
        ("2017-03-01T09:30", "2017-03-01T09:30:00"),
        ("2017-03-01T09:30:15Z", "2017-03-01T09:30:15+00:00"),
        ("2017-03-01T09:30:15.123+0100", "2017-03-01T09:30:15+01:00"),
        ("2017-03-01 9:30:00 -07:00", "2017-03-01T09:30:00-07:00"),
        ("2017-03-01 09:30:00.5+05", "2017-03-01T09:30:00+05:00"),
        (" 2017-03-01 09:30:00 GMT", "2017-03-01T09:30:00+00:00"),
        ("2017/3/1", "2017-03-01"),
        ("1800-01-01", "1800-01-01"),
        ("2560-03-01T09:30", "2017-03-01T09:30:00"),
        ("2567-02-29", "2024-02-29"),
        ("9999-12-31", "9999-12-31"),
        ("2017-03-01t09:30:15z", "2017-03-01T09:30:15+00:00"),
        ("20170301", "2017-03-01"),
        ("20170301T093000Z", "2017-03-01T09:30:00+00:00"),
        ("Wed, 01 Mar 2017 09:30:00 +0100", "2017-03-01T09:30:00+01:00"),
        ("Wed Mar  1 09:30:00 EST 2017", "2017-03-01T09:30:00-05:00"),
        ("Wed Mar 01 2017 09:30:00 GMT-0500 (Eastern Standard Time)", "2017-03-01T09:30:00-05:00"),
        ("2017-03-01 09:30:00 UTC+0100", "2017-03-01T09:30:00+01:00"),
        ("2017-03-01 09:30:00 GMT+01:00", "2017-03-01T09:30:00+01:00"),
        ("Wed, 01 Mar 2017 09:30:00 +01:00", "2017-03-01T09:30:00+01:00"),
        ("Wed, 01 Mar 2017 09:30:00 UTC+1", "2017-03-01T09:30:00+01:00"),
        ("1488360600", "2017-03-01T09:30:00+00:00"),
        ("1488360600123", "2017-03-01T09:30:00+00:00"),
    ],
)
def test_a_date_keeps_the_precision_with_which_it_is_written(text, iso):
    assert iso_date(text) == iso


@pytest.mark.parametrize(
    ("time", "hour"),
    [
        ("9:30:11 pm", "21:30:11"),
        ("9:30 a.m.", "09:30:00"),
        ("12:30AM", "00:30:00"),
        ("12:30 PM", "12:30:00"),
        ("21:30 PM", "21:30:00"),
        ("9 pm", "21:00:00"),
    ],
)
def test_a_time_of_12_hours_is_read(time, hour):
    assert iso_date(f"2017-03-01 {time}") == iso_date(f"March 1, 2017 {time}") == f"2017-03-01T{hour}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "2017",
        "03/04/2017",
        "2017-02-30",
        "2017-03-01T25:00",
        "20170301093000",
        "9 3 2 1",
        "201711",
        "2017111",
    ],
)
def test_invalid_and_ambiguous_dates_are_ignored(text):
    assert iso_date(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "0001-01-01T00:00:00",
        "1799-12-31",
        "1970-01-01T00:00:00Z",
        "Wed, 31 Dec 1969 16:00:00 -0800",
        "Mon, 30 Nov -0001 00:00:00 +0000",
        "Mon, 01 Jan 0001 00:00:00 GMT",
        "-0001-11-30T00:00:00+00:00",
    ],
)
def test_placeholder_dates_are_ignored(text):
    assert iso_date(text) is None


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://example.com/news/2017/03/01/bridge", "2017-03-01"),
        ("https://example.com/2017-03-01-bridge.html", "2017-03-01"),
        ("https://example.com/20170301/bridge", "2017-03-01"),
        ("https://example.com/2017/03/bridge", None),
        ("https://example.com/story/201703011", None),
        ("https://example.com/2017/02/30/bridge", None),
    ],
)
def test_only_a_full_date_in_the_path_of_a_url_is_a_day(url, day):
    assert date_in_path(url) == day


DAYS = ["", "2017-03-01", "01 Mar 2017", "/2017/03/01"]
NUMBERS = st.integers(0, 31).map("{:02}".format)
PIECES = st.sampled_from(["-", "/", ":", ".5", "T", " ", "Z", "+", " GMT", " Mar ", "Wed, ", " PM"])


@given(st.sampled_from(DAYS), st.lists(NUMBERS | PIECES | st.characters(), max_size=9).map("".join))
def test_any_text_gives_a_stable_date_or_none(day, text):
    for read in (iso_date(f"{day}{text}"), date_in_path(f"{text}{day}")):
        assert read is None or iso_date(read) == read
