"""Commands that are refused, fail or are interrupted."""

from __future__ import annotations

import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commandlines import URL, Run, command


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (
            "extract none.html --url http://a.com/",
            "none.html cannot be read: No such file or directory; pass an HTML file",
        ),
        (
            "extract http://a.com/ --url http://a.com/",
            "http:/a.com cannot be read: No such file or directory; pages are not fetched; pipe one in,",
        ),
        ("extract / --url http://a.com/", "/ cannot be read: Is a directory; pass an HTML file"),
        ("extract EMPTY --url http://a.com/", "EMPTY: the page is empty; provide the HTML of a page"),
        ("explain EMPTY --url http://a.com/", "EMPTY: the page is empty; provide the HTML of a page"),
        ("extract PAGE", "Missing option '--url'. See urltree extract --help"),
        ("extract PAGE --url a.com/b", "'a.com/b' is not an absolute http(s) URL"),
        ("extract PAGE --url http://a.com/ --heuristic best", "unknown heuristic 'best'; use one of auto,"),
        ("extract PAGE --url http://a.com/ --heuristic auto:", "unknown heuristic 'auto:'; use one of auto,"),
        (
            "extract PAGE --url http://a.com/ --charset bogus",
            "Invalid value for '--charset': unknown charset 'bogus'; use one that browsers know",
        ),
        (
            "extract PAGE --url http://a.com/ --charset \udcff",
            "Invalid value for '--charset': unknown charset '",
        ),
        (
            "extract PAGE --url http://a.com/ --json --html",
            "--json and --html cannot be combined; use only one",
        ),
        ("explain PAGE --url http://a.com/ --json --html", "--json and --html cannot be combined; use only"),
        ("extract PAGE --url http://a.com/ --rules none", "none cannot be read: No such file"),
        ("extract PAGE --url http://a.com/ --xml", "No such option: --xml"),
        ("key", "Missing argument 'URL'. See urltree key --help"),
        ("key ftp://a.com/", "'ftp://a.com/' is not an absolute http(s) URL"),
        ("tree a.com --store memory://", "nothing is known about a.com; extract one of its pages first"),
        ("tree a.com", "nothing is known about a.com; extract one of its pages first"),
        ("tree a.com --store bogus", "unknown store scheme 'bogus'; use memory://, redis://…"),
        ("tree a.com --store=", "unknown store scheme ''; use memory://, redis://…"),
        ("extract PAGE --url http://a.com/ --store=", "unknown store scheme ''; use memory://, redis://…"),
        ("tree a.com --top 0", "Invalid value for '--top': Input should be greater than or equal to 1. See "),
        (
            "stream --format xml",
            "Invalid value for '--format': 'xml' is not one of 'text', 'markdown', 'ndjson'",
        ),
        ("evaluate none", "none cannot be read: No such file or directory"),
        ("evaluate none --jobs 100000", "Invalid value for '--jobs': Input should be less than or equal to"),
        (
            "archive PAGE --out none --jobs 100000",
            "Invalid value for '--jobs': Input should be less than or equal to",
        ),
        ("demo --port 70000", "Invalid value for '--port': Input should be less than or equal to 65535"),
        ("extrakt", "No such command 'extrakt'. Did you mean 'extract'? See urltree --help"),
    ],
)
def test_invalid_input_gives_one_line_and_exit_code_2(
    urltree: Run, page: Path, line: str, complaint: str
) -> None:
    empty = page.with_name("empty.html")
    empty.touch()
    refused = urltree(*line.replace("PAGE", str(page)).replace("EMPTY", str(empty)).split())
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"urltree: error: {complaint.replace('EMPTY', str(empty))}")
    assert refused.err.count("\n") == 1


def test_an_error_about_a_strange_name_does_nothing_to_the_terminal(urltree: Run) -> None:
    refused = urltree("extract", "a\x9b2Jb.html", "--url", URL)
    assert refused.err.startswith("urltree: error: a2Jb.html cannot be read")


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract", "", "--url", URL],
        ["extract", "PAGE", "--url", URL, "--data", ""],
        ["key", URL, "--rules", ""],
        ["evaluate", ""],
        ["evaluate", "FOLDER", "--out="],
        ["train", "FOLDER", "--out", ""],
        ["archive", "PAGE", "--out", ""],
        ["serve", "--data", ""],
        ["rules", "learn", "--from", ""],
        ["templates", "cluster", ""],
        ["templates", "classify", "PAGE", "--known", ""],
        ["replay", ""],
        ["feeds", "import", ""],
        ["worker", "--rules", ""],
        ["worker", "--record", ""],
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_working_directory(
    urltree: Run, page: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (page.parent / "work").mkdir()
    monkeypatch.chdir(page.parent / "work")
    given = {"PAGE": str(page), "FOLDER": str(page.parent)}
    refused = urltree(*(given.get(each, each) for each in arguments))
    assert refused.code == 2
    assert "the path is empty; use . for the working directory" in refused.err
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract", "--url", URL, "--store", "memory://"],
        ["feeds", "import", "-"],
        ["rules", "learn", "--from", "-"],
    ],
    ids=" ".join,
)
def test_a_closed_standard_input_is_named_in_words(arguments: list[str]) -> None:
    line = shlex.join(command(*arguments))
    refused = subprocess.run(["sh", "-c", f"{line} <&-"], capture_output=True, check=False, timeout=60)
    assert refused.returncode == 2
    assert refused.stderr.startswith(b"urltree: error: standard input cannot be read: ")


@pytest.mark.parametrize(
    ("name", "value"),
    [("MAX_DOCUMENTS", "70000"), ("MAX_AGE", "x"), ("MAX_AGE", "inf"), ("MIN_DOCUMENTS", "1.5")],
)
def test_an_invalid_retention_gives_one_line_and_exit_code_2(
    urltree: Run, page: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"URLTREE_{name}", value)
    refused = urltree("extract", page, "--url", URL, "--store", "memory://")
    assert refused.code == 2
    assert re.fullmatch(rf"urltree: error: .*URLTREE_{name}.*\n", refused.err)


@pytest.mark.parametrize("line", ["extract PAGE --url http://a.com/", "tree a.com"])
@pytest.mark.parametrize("option", ["--store=unix:///none/socket", "--data=PAGE"])
def test_a_failing_store_gives_one_line_and_exit_code_1(
    urltree: Run, page: Path, line: str, option: str
) -> None:
    failed = urltree(*f"{line} {option}".replace("PAGE", str(page)).split())
    assert (failed.code, failed.out) == (1, "")
    assert re.fullmatch(r"urltree: error: .*(none/socket|page\.html).*\n", failed.err)


def test_ctrl_c_ends_quietly_with_exit_code_130() -> None:
    line = command("extract", "--url", URL)
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdin.write(b"<p>" * 100_000)  # more than a pipe holds, so it is reading by now
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("module", ["typer", "urltree.cli.extract", "numpy", "lxml.etree", "redis"])
def test_ctrl_c_during_an_import_ends_quietly_with_exit_code_130(page: Path, module: str) -> None:
    code = f"""
import os, signal, sys

class CtrlC:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, CtrlC())
from urltree.__main__ import main
main()
"""
    line = ["extract", str(page), "--url", URL]
    ended = subprocess.run([sys.executable, "-c", code, *line], capture_output=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, b"", b"")
