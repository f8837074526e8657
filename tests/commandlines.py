"""Command lines and their outcomes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

URL = "http://www.example.com/news/bridge.html"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


#: What the fixture `urltree` gives.
Run = Callable[..., Outcome]


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "urltree", *map(str, arguments)]


def process(*arguments: str | Path, page: str | None = None) -> Outcome:
    """Run a command line in its own process."""
    done = subprocess.run(
        command(*arguments), input=page, capture_output=True, text=True, check=False, timeout=60
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def html(story: str) -> str:
    menu = "<nav><ul><li><a href=/>Home and News</a></ul></nav>"
    return f"<title>{story}</title>{menu}<p>This is {story}.<footer>Imprint</footer>"
