"""The command `urltree forget`."""

from __future__ import annotations

import pytest

from urltree import Extractor
from urltree.cli import run


@pytest.fixture
def learnt(valkey_url: str) -> str:
    """The URL of a store that knows a page of example.com."""
    with Extractor("strict", valkey_url) as extractor:
        extractor.extract("<p>The bridge is open.", "http://www.example.com/1")
    return valkey_url


@pytest.mark.parametrize("name", ["example.com", "WWW.example.com", "https://example.com/news/1"])
def test_forget_takes_any_host_or_url_of_the_site(
    learnt: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["forget", name, "--store", learnt]) == 0
    assert capsys.readouterr().out == "forgotten: example.com\n"


def test_site_that_was_forgotten_is_unknown(learnt: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(["forget", "example.com", "--store", learnt])
    assert run(["forget", "example.com", "--store", learnt]) == 2
    assert "nothing is known about example.com; " in capsys.readouterr().err


def test_forget_leaves_other_sites_alone(learnt: str) -> None:
    assert run(["forget", "example.org", "--store", learnt]) == 2
    assert run(["tree", "example.com", "--store", learnt]) == 0
