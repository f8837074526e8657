"""Standard output that is full, closed or in another charset."""

from __future__ import annotations

import os
import shlex
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from commandlines import URL, command

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def printed(page: Path, *options: str) -> bytes:
    """What `extract` prints, byte by byte."""
    line = command("extract", page, "--url", URL, "--store", "memory://", *options)
    return subprocess.run(line, stdout=subprocess.PIPE, check=True, timeout=60).stdout


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
    page: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, text: str, expected: bytes
) -> None:
    page.write_text(f"<p>A {text} b.", "utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", f"{encoding}:strict")
    assert printed(page) == b"A " + expected + b" b.\n"


@pytest.mark.parametrize("form", ["--json", "--html", "--markdown", "--marked"])
def test_what_other_programs_read_is_utf_8_in_any_locale(
    page: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    page.write_text("<p>A é → 😀 b.", "utf-8")
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1:strict")
    assert "A é → 😀 b." in printed(page, form).decode()


def test_a_lone_surrogate_is_escaped(page: Path) -> None:
    assert b'"title": "\\udcff"' in printed(page, "--title", "\udcff", "--json")
