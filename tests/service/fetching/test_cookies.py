"""Cookies within one fetch."""

from __future__ import annotations

import httpx
import pytest
from hypothesis import given
from hypothesis.strategies import characters, lists, text

from service.fetching.cookies import Cookies

HOME = httpx.URL("https://www.news.eu/")


def sent(url: str, *lines: str) -> str:
    cookies = Cookies()
    cookies.take(HOME, lines)
    return cookies.header(httpx.URL(url))


def test_cookies_are_sent_back_to_the_host_that_set_them() -> None:
    assert sent("https://www.news.eu/a", "seen=1; Path=/; Secure; HttpOnly", "lang=en") == "seen=1; lang=en"


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
def test_cookie_is_not_sent_outside_its_host_scheme_path_or_lifetime(url: str, line: str) -> None:
    assert sent(url, line) == ""


def test_cookie_set_for_a_domain_is_sent_to_its_other_hosts() -> None:
    assert sent("https://login.news.eu/", "seen=1; Domain=news.eu") == "seen=1"


def test_last_value_of_a_cookie_wins() -> None:
    assert sent("https://www.news.eu/", "seen=1", "seen=2") == "seen=2"


def test_number_of_cookies_is_limited_to_50() -> None:
    header = sent("https://www.news.eu/", *(f"n{number}=1" for number in range(60)))
    assert header.count("=") == 50


def test_overlong_cookie_is_ignored() -> None:
    assert sent("https://www.news.eu/", "long=" + "1" * 4_096, "seen=1") == "seen=1"


@pytest.mark.parametrize("value", ["é", "Ā"])
def test_cookie_in_utf_8_is_sent_back_byte_for_byte(value: str) -> None:
    line = f"name={value}".encode().decode("latin-1")
    assert sent("https://www.news.eu/", line) == line


@given(lists(text(characters(codec="latin-1", exclude_characters="\r\n\0"))))
def test_arbitrary_set_cookie_headers_yield_a_sendable_header(lines: list[str]) -> None:
    header = sent("https://www.news.eu/", *lines)
    assert not set(header.encode("latin-1")) & set(b"\r\n\0")
