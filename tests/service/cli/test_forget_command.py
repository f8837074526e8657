"""The command `urltree forget`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from urltree import Extractor

if TYPE_CHECKING:
    from commandlines import Run


@pytest.fixture
def learnt(valkey_url: str) -> str:
    """The URL of a store that knows a page of example.com."""
    with Extractor("strict", valkey_url) as extractor:
        extractor.extract("<p>The bridge is open.", "http://www.example.com/1")
    return valkey_url


@pytest.mark.parametrize("name", ["example.com", "WWW.example.com", "https://example.com/news/1"])
def test_forget_takes_any_host_or_url_of_the_site(urltree: Run, learnt: str, name: str) -> None:
    assert urltree("forget", name, "--store", learnt) == (0, "forgotten: example.com\n", "")


def test_site_that_was_forgotten_is_unknown(urltree: Run, learnt: str) -> None:
    urltree("forget", "example.com", "--store", learnt)
    code, _, complaint = urltree("forget", "example.com", "--store", learnt)
    assert (code, "nothing is known about example.com; " in complaint) == (2, True)


def test_forget_leaves_other_sites_alone(urltree: Run, learnt: str) -> None:
    assert urltree("forget", "example.org", "--store", learnt).code == 2
    assert urltree("tree", "example.com", "--store", learnt).code == 0
