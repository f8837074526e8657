"""The links between the pages of docs."""

from __future__ import annotations

import re

import pytest
from documented import REPOSITORY

PAGES = [
    *REPOSITORY.glob("*.md"),
    *REPOSITORY.glob("docs/*.md"),
    REPOSITORY / "normalization_rules" / "README.md",
]


def anchors(page: str) -> set[str]:
    """Return the names that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ (.*)", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_links_lead_to_existing_files_and_headings(page) -> None:
    broken = []
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text("utf-8")):
        file, _, heading = target.partition("#")
        there = (page.parent / file) if file else page
        if not there.exists() or (heading and heading not in anchors(there.read_text("utf-8"))):
            broken.append(target)
    assert broken == []
