"""Cookies of one fetch."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis.strategies import characters, lists, text

from service.fetching.cookies import Cookies

HOME = httpx.URL("https://www.news.eu/")


def told(url: str, *lines: str) -> str:
    cookies = Cookies()
    cookies.take(HOME, lines)
    return cookies.header(httpx.URL(url))


def test_what_a_site_sets_it_is_told() -> None:
    assert told("https://www.news.eu/a", "seen=1; Path=/; Secure; HttpOnly", "lang=en") == "seen=1; lang=en"


@pytest.mark.parametrize(
    ("url", "line"),
    [
        ("https://other.eu/", "seen=1"),
        ("https://news.eu/", "seen=1"),
        ("https://other.eu/", "seen=1; Domain=other.eu"),
        ("http://www.news.eu/", "seen=1; Secure"),
        ("https://www.news.eu/b", "seen=1; Path=/a"),
        ("https://www.news.eu/", "seen=1; Max-Age=0"),
    ],
)
def test_nobody_else_is_told(url: str, line: str) -> None:
    assert told(url, line) == ""


def test_hosts_of_one_domain_share_what_is_set_for_it() -> None:
    assert told("https://login.news.eu/", "seen=1; Domain=news.eu") == "seen=1"


def test_the_last_value_counts() -> None:
    assert told("https://www.news.eu/", "seen=1", "seen=2") == "seen=2"


def test_no_more_cookies_are_taken_than_browsers_take() -> None:
    header = told("https://www.news.eu/", *(f"n{number}=1" for number in range(60)))
    assert header.count("=") == 50


def test_a_cookie_that_no_browser_takes_is_not_taken() -> None:
    assert told("https://www.news.eu/", "long=" + "1" * 4_096, "seen=1") == "seen=1"


@given(lists(text(characters(codec="latin-1", exclude_characters="\r\n\0"))))
def test_any_headers_make_one_that_can_be_sent(lines: list[str]) -> None:
    header = told("https://www.news.eu/", *lines)
    assert not set(header.encode("latin-1")) & set(b"\r\n\0")
