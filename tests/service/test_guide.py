"""The guide's program and commands work as printed."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from readings import publish_at, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from commandlines import Run

TEXT = (Path(__file__).parents[2] / "docs" / "guide.md").read_text("utf-8")

#: Characters at which Python splits texts, but not bytes.
ODD = "One\u2028line\x85of JSON."


@contextmanager
def running(folder: Path, client: httpx.Client, stuck_at: int | None = None) -> Iterator[Iterator[str]]:
    """Run the program, and yield the lines that it prints; it hangs in the use of document `stuck_at`."""
    (program,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    ours = program.replace("http://127.0.0.1:8000", str(client.base_url).rstrip("/")).replace("(60)", "(0.1)")
    if stuck_at is not None:
        ours, used = re.subn(r"^    print\(.*", r"\g<0>\n    input()", ours, flags=re.MULTILINE)
        assert used == 1
    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", ours], cwd=folder, text=True, **pipes) as process:
        try:
            process.stdin.write("\n" * ((stuck_at or 1) - 1))
            process.stdin.flush()
            yield process.stdout
        finally:
            process.kill()


def test_program_reads_all_documents_and_resumes_where_it_was(
    client: httpx.Client, served_url: str, tmp_path: Path
) -> None:
    pages = [reading(f"http://example.com/{number}", text=f"{ODD} {number}") for number in range(25)]
    positions = publish_at(served_url, *pages[:24])
    with running(tmp_path, client) as lines:
        came = [next(lines) for _ in range(24)]
        assert [line.split()[1] for line in came] == [page.url for page in pages[:24]]
        publish_at(served_url, pages[24])
        assert next(lines) == f"new http://example.com/24 {len(pages[24].text)}\n"
    (tmp_path / "last-id").write_text(positions[-1])
    with running(tmp_path, client) as lines:
        assert next(lines).split()[1] == pages[24].url


def test_program_killed_in_the_last_document_of_a_page_reads_its_ten_again(
    client: httpx.Client, served_url: str, tmp_path: Path
) -> None:
    pages = [reading(f"http://example.com/{number}", text=f"{ODD} {number}") for number in range(25)]
    publish_at(served_url, *pages)
    with running(tmp_path, client, stuck_at=20) as lines:
        assert [next(lines).split()[1] for _ in range(20)] == [page.url for page in pages[:20]]
    with running(tmp_path, client) as lines:
        assert next(lines).split()[1] == pages[10].url


def test_program_begins_with_the_oldest_document_if_its_place_is_empty(
    client: httpx.Client, served_url: str, tmp_path: Path
) -> None:
    publish_at(served_url, reading("http://example.com/0"), reading("http://example.com/1", text="Other."))
    (tmp_path / "last-id").touch()
    with running(tmp_path, client) as lines:
        assert next(lines).split()[1] == "http://example.com/0"


@pytest.mark.parametrize(
    "line", [each for each in re.findall(r"^ {4}urltree (.*)", TEXT, re.MULTILINE) if "serve" not in each]
)
def test_command_succeeds(
    urltree: Run, valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    Path("subscriptions.opml").write_text('<opml><body><outline xmlUrl="http://a.example/"/></body></opml>')
    urltree("feeds", "import", "subscriptions.opml")
    done = urltree(*line.split())
    assert (done.code, done.err) == (0, "")
