"""What the docs list, to be compared with the code."""

from __future__ import annotations

import re
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]


def names_in_tables(page: str) -> list[str]:
    """List what stands in code style in the first columns of a page's tables, as often as it is there."""
    lines = (REPOSITORY / page).read_text("utf-8").splitlines()
    cells = [line.split("|")[1] for line in lines if line.startswith("| `")]
    return [name for cell in cells for name in re.findall("`([^`]+)`", cell)]
