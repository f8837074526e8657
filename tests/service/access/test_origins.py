"""Recognition of loopback hosts, and of requests by foreign pages."""

from __future__ import annotations

import pytest

from service.access.origins import is_foreign, is_loopback, names_loopback


@pytest.mark.parametrize("host", ["localhost", "a.localhost", "127.0.0.1", "127.9.9.9", "::1"])
def test_loopback_host_is_recognised(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.0.0.1", "localhost.example", "127.0.0.1.nip.io", ""])
def test_other_host_is_not_loopback(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"])
def test_host_header_of_loopback_is_recognised(host: str) -> None:
    assert names_loopback(host)


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example:8000", "[::1", "@", ""])
def test_other_host_header_is_not_loopback(host: str) -> None:
    assert not names_loopback(host)


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://evil.example"},
        {"origin": "http://localhost:3000"},
        {"origin": "null"},
    ],
)
def test_request_of_another_origin_is_foreign(headers: dict[str, str]) -> None:
    assert is_foreign({"host": "localhost:8000"} | headers)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"sec-fetch-site": "same-origin"},
        {"sec-fetch-site": "none"},
        {"origin": "http://localhost:8000"},
        {"origin": "https://localhost:8000"},
    ],
)
def test_request_of_our_own_page_or_of_no_page_is_not_foreign(headers: dict[str, str]) -> None:
    assert not is_foreign({"host": "localhost:8000"} | headers)
