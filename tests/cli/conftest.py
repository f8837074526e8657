"""A data directory, a page and a store for tests of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from bare import remove_settings
from commandlines import html

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory, in an environment that sets nothing else."""
    remove_settings(monkeypatch)
    monkeypatch.setenv("URLTREE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(html("a bridge"))
    return file


@pytest.fixture
def learnt(valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, urltree: Run) -> None:
    """A store that has seen ten pages of a site, in two folders."""
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    for number, letter in enumerate("abcdefghij"):
        file = tmp_path / "learnt.html"
        file.write_text(html(f"story {letter}"))
        folder = "news" if number < 7 else "sport"
        urltree("extract", file, "--url", f"http://www.example.com/{folder}/{letter}.html")
