"""Standard output that is full, closed or in another charset."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import contextmanager
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from commandlines import URL, command

from urltree.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FULL = Path("/dev/full")


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def _buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether standard output is written at once."""
    monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


@pytest.mark.usefixtures("_buffering")
@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
@pytest.mark.parametrize("line", ["--help", "key http://example.com/"])
def test_a_full_disk_gives_one_line_and_exit_code_1(line: str) -> None:
    with FULL.open("w") as full:
        ended = subprocess.run(
            command(*line.split()), stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert (ended.returncode, ended.stderr) == (1, "urltree: error: No space left on device\n")


@contextmanager
def closed_pipe() -> Iterator[int]:
    """A pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.mark.usefixtures("_buffering")
@pytest.mark.parametrize("line", ["--help", "key http://example.com/", "extract PAGE --url http://a.com/"])
def test_a_closed_pipe_ends_quietly_with_exit_code_1(page: Path, line: str) -> None:
    with closed_pipe() as writer:
        ended = subprocess.run(
            command(*line.replace("PAGE", str(page)).split()),
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_a_closed_standard_output_is_not_an_error(page: Path) -> None:
    line = shlex.join(command("extract", page, "--url", URL, "--store", "memory://"))
    ended = subprocess.run(["sh", "-c", f"{line} >&-"], stderr=subprocess.PIPE, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.fixture
def printed(page: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., bytes]:
    """Give what `extract` prints of a page, byte by byte, where standard output has a charset."""

    def run(content: str, encoding: str, *options: str) -> bytes:
        page.write_text(content, "utf-8")
        line = ["urltree", "extract", str(page), "--url", URL, "--store", "memory://", *options]
        monkeypatch.setattr(sys, "argv", line)
        monkeypatch.setattr(sys, "stdout", TextIOWrapper(written := BytesIO(), encoding, "strict"))
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == 0
        return written.getvalue()

    return run


@pytest.mark.parametrize(
    ("encoding", "text", "expected"),
    [
        ("utf-8", "→", "→".encode()),
        ("ascii", "→", "→".encode()),
        ("latin-1", "→", b"\\u2192"),
        ("latin-1", "😀", b"\\ud83d\\ude00"),
        ("koi8-r", "é", b"\\u00e9"),
        ("latin-1", "é", b"\xe9"),
    ],
)
def test_characters_of_a_text_that_standard_output_cannot_encode_are_escaped(
    printed: Callable[..., bytes], encoding: str, text: str, expected: bytes
) -> None:
    assert printed(f"<p>A {text} b.", encoding) == b"A " + expected + b" b.\n"


@pytest.mark.parametrize("form", ["--json", "--html", "--markdown", "--marked"])
def test_what_other_programs_read_is_utf_8_in_any_locale(printed: Callable[..., bytes], form: str) -> None:
    assert "A é → 😀 b." in printed("<p>A é → 😀 b.", "latin-1", form).decode()


def test_a_lone_surrogate_is_escaped(printed: Callable[..., bytes]) -> None:
    assert b'"url": "https://x.example/\\udcff"' in printed(
        "<p>A b.", "utf-8", "--url", "https://x.example/\udcff", "--json"
    )
