"""What goes wrong on the network, in words."""

from __future__ import annotations

import ssl

import pytest

from service.fetching.failures import fetch_error


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        # OpenSSL 3.2 and newer say this of an answer in plain text.
        (
            "[SSL] record layer failure (_ssl.c:1010)",
            "what answers there is not TLS; if the site has no https, ",
        ),
        ("EOF occurred in violation of protocol (_ssl.c:1010)", "EOF occurred in violation of protocol"),
    ],
)
def test_fault_of_tls_without_a_name_is_told_in_words(fault: str, words: str) -> None:
    error = fetch_error("example.org", ssl.SSLError(1, fault))
    assert str(error).startswith(f"cannot connect securely to example.org: {words}")
