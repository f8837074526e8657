"""Texts and URLs of strangers, made fit to be passed on."""

from __future__ import annotations

import pytest

from service.texts import LONGEST, clipped, linkable


def test_text_of_the_maximum_length_is_unchanged() -> None:
    assert clipped("x" * LONGEST) == "x" * LONGEST


def test_longer_text_is_cut_and_ends_in_an_ellipsis() -> None:
    assert clipped("x" * (LONGEST + 1)) == f"{'x' * (LONGEST - 1)}…"


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("http://example.com/{a}|b^`", "http://example.com/%7Ba%7D%7Cb%5E%60"),
        ('http://example.com/a b\n\x85<>"\\', "http://example.com/a%20b%0A%C2%85%3C%3E%22%5C"),
        ("http://[::1]:80?a[]=1", "http://[::1]:80?a%5B%5D=1"),
        ("http://example.com/\x01\ufffe", "http://example.com/"),
        ("http://example.com/100%?off=%zz", "http://example.com/100%25?off=%25zz"),
    ],
)
def test_what_no_iri_may_have_is_percent_encoded(url: str, linked: str) -> None:
    assert linkable(url) == linked


def test_iri_is_unchanged() -> None:
    url = "https://bücher.example:80/ä/%C3%B6;v=1?a=b&c=/?@:!$'()*+,~#e"
    assert linkable(url) == url
