"""docs/papers.md: the papers that are implemented, and where."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAPERS = (ROOT / "docs" / "papers.md").read_text("utf-8")


def test_each_of_the_four_systems_has_a_section_with_differences_and_figures() -> None:
    _, *sections = PAPERS.split("\n## ")
    assert ["paper" in each or "thesis" in each for each in sections] == [True] * 4
    assert ["\nWhat differs:\n" in each for each in sections] == [True] * 4


def test_files_that_implement_the_papers_exist() -> None:
    named = re.findall(r"`((?:urltree|service|benchmarks|normalization_rules)/[\w./-]+)`", PAPERS)
    assert [each for each in named if not (ROOT / each).exists()] == []
