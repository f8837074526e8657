"""Parsing of response headers."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis.strategies import datetimes, integers, text

from service.fetching.headers import content_type, looks_like_html, max_age, retry_after

if TYPE_CHECKING:
    from collections.abc import Iterator

NOW = 1_445_412_480.0  # Wed, 21 Oct 2015 07:28:00 GMT


@pytest.mark.parametrize(
    ("value", "name", "charset"),
    [
        ("text/html", "text/html", None),
        ("Text/HTML ; charset=ISO-8859-2", "text/html", "iso-8859-2"),
        ("application/xhtml+xml", "application/xhtml+xml", None),
        ("text/html, text/html; charset=iso-8859-2", "text/html", "iso-8859-2"),
        ("text/html,charset=utf-8", "text/html", "utf-8"),
        ("; charset=utf-8", "", "utf-8"),
        ("text/html charset=utf-8", "", None),
        ("charset=utf-8", "", "utf-8"),
        ("*/*", "", None),
        ("html", "", None),
        ("", "", None),
    ],
)
def test_content_type_is_parsed_like_browsers_do(value: str, name: str, charset: str | None) -> None:
    assert content_type(value) == (name, charset)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("max-age=60", 60),
        ("public, max-age=0", 0),
        ('MAX-AGE = "60", must-revalidate', 60),
        ("s-maxage=60", None),
        ("x-max-age=60", None),
        ("max-age=-1", None),
        ("no-cache", None),
        ("", None),
    ],
)
def test_max_age_is_read_from_cache_control(value: str, seconds: int | None) -> None:
    assert max_age(value) == seconds


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        ("2147483647", 2_147_483_647),
        ("Wed, 21 Oct 2015 07:30:00 GMT", 120),
        ("Wednesday, 21-Oct-15 07:30:00 GMT", 120),
        ("Wed, 21 Oct 2015 09:30:00 +0200", 120),
        ("Wed, 21 Oct 2015 07:27:00 GMT", 0),
        ("1.5", None),
        ("-1", None),
        ("soon", None),
        ("Wed, 99 Oct 2015 07:30:00 GMT", None),
        ("Wed, 21 Oct 20151021151021151021 07:30:00 GMT", None),
        ("", None),
    ],
)
def test_retry_after_is_a_number_or_a_date(value: str, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


@pytest.fixture
def _local_time_is_not_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "XXX5")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_local_time_is_not_utc")
def test_date_without_a_zone_is_in_utc() -> None:
    assert retry_after("Wed Oct 21 07:30:00 2015", NOW) == 120


@given(text() | integers().map(str) | datetimes().map("{:%a, %d %b %Y %H:%M:%S GMT}".format))
def test_arbitrary_retry_after_never_fails_or_is_negative(value: str) -> None:
    assert (retry_after(value, NOW) or 0.0) >= 0.0


@pytest.mark.parametrize(
    "body",
    [
        b"<!DOCTYPE html>",
        b" \n<html lang=en>",
        b"\xef\xbb\xbf<head>",
        b"<!-- x --><html>",
        b"<META charset=x>",
    ],
)
def test_html_is_recognised_by_its_start(body: bytes) -> None:
    assert looks_like_html(body)


@pytest.mark.parametrize("body", [b"", b"text", b"<?xml version='1.0'?><rss>", b"<rss>", b"<htmlx>", b"{}"])
def test_other_content_is_not_taken_for_html(body: bytes) -> None:
    assert not looks_like_html(body)
