"""``urltree tree``, as its users see it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from commandlines import URL, Run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("learnt")
def test_tree_draws_nodes_with_their_support(urltree: Run) -> None:
    nodes, _ = urltree("tree", "example.com").out.split("\n\n")
    assert nodes.splitlines() == [
        "example.com  10",
        "└── www.example.com  10",
        "    ├── /news  7",
        "    └── /sport  3",
    ]


@pytest.mark.usefixtures("learnt")
def test_tree_lists_repeated_blocks_with_their_count(urltree: Run) -> None:
    _, blocks = urltree("tree", "example.com").out.split("\n\n")
    title, *rows = blocks.splitlines()
    assert title == "Documents  text block that they share, except for its numbers"
    assert sorted(rows) == ["       10  Home and News", "       10  Imprint"]


@pytest.mark.usefixtures("learnt")
@pytest.mark.parametrize("name", ["WWW.example.com", "https://www.example.com/sport/h.html?x=1"])
def test_tree_takes_any_host_or_url_of_the_site(urltree: Run, name: str) -> None:
    assert urltree("tree", name).out.startswith("example.com  10\n")


@pytest.mark.parametrize("name", ["mailto:editor@example.com", "editor@example.com", ""])
def test_tree_names_what_is_no_site(urltree: Run, name: str) -> None:
    assert f"'{name}' is not an absolute http(s) URL" in urltree("tree", name).err


@pytest.mark.usefixtures("learnt")
def test_top_limits_the_nodes_and_blocks_shown(urltree: Run) -> None:
    shown = json.loads(urltree("tree", "example.com", "--top", 1, "--json").out)
    assert shown["nodes"] == [{"node": "example.com", "support": 10}]
    assert len(shown["repeated"]) == 1


@pytest.mark.usefixtures("learnt")
def test_tree_says_how_many_nodes_it_leaves_out(urltree: Run) -> None:
    printed = urltree("tree", "example.com", "--top", 3).out
    assert "    └── /news  7\nnodes not shown: 1; use --top to show more\n" in printed


def test_tree_says_when_blocks_are_listed(urltree: Run, page: Path, valkey_url: str) -> None:
    urltree("extract", page, "--url", URL, "--store", valkey_url)
    printed = urltree("tree", "example.com", "--store", valkey_url).out
    assert "\n\nNo text block yet: each is listed and kept once 9 documents hold it.\n" in printed
    assert printed.endswith("\nHow many documents hold each block of a page: urltree explain\n")


def test_lines_are_not_cut_outside_a_terminal(
    urltree: Run, tmp_path: Path, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    folder, notice = "a-very-long-folder" * 5, "All rights of all texts are reserved " * 3
    for letter in "abcdefghij":
        (tmp_path / "page.html").write_text(f"<p>Story {letter}<p>{notice}")
        urltree("extract", tmp_path / "page.html", "--url", f"http://www.example.com/{folder}/{letter}.html")
    drawn = urltree("tree", "example.com").out
    assert f"/{folder}  10\n" in drawn
    assert f"{notice.strip()}\n" in drawn
