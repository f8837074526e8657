"""Made-up streams, and their replay in a process."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx
from processes import announced_url

if TYPE_CHECKING:
    from collections.abc import Iterator


def spell(number: int) -> str:
    """Write a number in letters, since blocks that differ only in digits are the same."""
    return str(number).translate(str.maketrans("0123456789", "abcdefghij"))


def record(host: str, number: int) -> dict[str, str]:
    """A line of a data set: an article of its own words within the template of its site."""
    title = f"Headline {spell(number)} of {host}"
    words = " ".join(f"w{spell(number)}x{spell(at)}" for at in range(60))
    html = (
        f"<!DOCTYPE html><title>{title}</title><nav><a href=/>Home page of {host}</a></nav>"
        f"<h1>{title}</h1><article><p>{words}.</p></article><footer>All rights reserved by us</footer>"
    )
    url = f"https://{host}/news/{number}.html"
    return {"site": host, "url": url, "title": title, "gold": f"{title}\n{words}.", "html": html}


def write_streams(folder: Path, hosts: dict[str, int]) -> Path:
    """Write the given number of pages of each host."""
    for host, pages in hosts.items():
        lines = (json.dumps(record(host, number)) + "\n" for number in range(pages))
        (folder / f"{host}.jsonl").write_text("".join(lines), "utf-8")
    return folder


class Replay(NamedTuple):
    """A running replay."""

    process: subprocess.Popen[str]
    url: str

    def pages(self) -> list[dict[str, object]]:
        """The state of each page that has appeared."""
        return [
            json.loads(line) for line in httpx.get(f"{self.url}/pages", trust_env=False).text.splitlines()
        ]


@contextmanager
def replaying(folder: Path, *options: str) -> Iterator[Replay]:
    process = subprocess.Popen(
        [sys.executable, "-m", "urltree", "replay", str(folder), "--port", "0", *options],
        cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield Replay(process, announced_url(process))
        finally:
            process.terminate()
