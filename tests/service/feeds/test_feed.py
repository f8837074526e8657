"""What all formats have in common."""

import pytest

from service.feeds.feed import absolute, plain


@pytest.mark.parametrize(("length", "is_link"), [(8_192, True), (8_193, False)])
def test_url_too_long_to_be_fetched_is_no_link(length: int, is_link: bool):
    base = "https://example.org/"
    assert (absolute(base, "a" * (length - len(base))) is not None) == is_link


def test_title_that_nobody_would_read_is_cut():
    assert len(plain("x" * 10_000)) == 1_000
