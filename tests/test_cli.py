"""The command line, as a user meets it."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
import typer
from typer.core import TyperGroup

from urltree import cli
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from urltree.cli.later import Later

URL = "http://www.example.com/news/bridge.html"
PAPERS = "http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data directory, in an environment that sets nothing else."""
    for name in list(os.environ):
        if name.startswith("URLTREE_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("URLTREE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def urltree(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a command line in this process."""

    def run(*arguments: str | Path) -> Outcome:
        return Outcome(cli.run(list(map(str, arguments))), *capsys.readouterr())

    return run


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "urltree", *map(str, arguments)]


def process(*arguments: str | Path, page: str | None = None) -> Outcome:
    """Run a command line in a process of its own."""
    done = subprocess.run(
        command(*arguments), input=page, capture_output=True, text=True, check=False, timeout=60
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def html(story: str) -> str:
    menu = "<nav><ul><li><a href=/>Home and News</a></ul></nav>"
    return f"<title>{story}</title>{menu}<p>This is {story}.<footer>Imprint</footer>"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    file = tmp_path / "page.html"
    file.write_text(html("a bridge"))
    return file


@pytest.fixture
def learnt(
    valkey_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, urltree: Callable[..., Outcome]
) -> None:
    """A store that has seen ten pages of a site, in two folders."""
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    for number, letter in enumerate("abcdefghij"):
        file = tmp_path / "learnt.html"
        file.write_text(html(f"story {letter}"))
        folder = "news" if number < 7 else "sport"
        urltree("extract", file, "--url", f"http://www.example.com/{folder}/{letter}.html")


# extract


def test_extract_prints_the_text(urltree: Callable[..., Outcome], page: Path) -> None:
    printed = urltree("extract", page, "--url", URL, "--store", "memory://")
    assert printed == (0, "This is a bridge.\n", "")


def test_extract_reads_standard_input() -> None:
    printed = process("extract", "--url", URL, "--store", "memory://", page="<p>Ein Brückenschlag")
    assert printed == (0, "Ein Brückenschlag\n", "")


def test_a_terminal_is_given_no_commands_of_the_page(urltree: Callable[..., Outcome], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>a\x1b[31m red\x07 one<p>next")
    printed = urltree(
        "extract", tmp_path / "page.html", "--url", URL, "--store", "memory://", "--heuristic", "strict"
    )
    assert printed.out == "a[31m red one\nnext\n"


def test_a_second_process_knows_what_the_first_has_learnt() -> None:
    process("extract", "--url", URL, page=html("a bridge"))
    printed = process("extract", "--url", "http://example.com/news/tunnel.html", page=html("a tunnel"))
    assert printed.out == "This is a tunnel.\n"


def test_data_may_be_an_option(tmp_path: Path, data: Path, page: Path) -> None:
    process("extract", page, "--url", URL, "--data", tmp_path / "elsewhere")
    assert (tmp_path / "elsewhere" / "valkey").is_dir()
    assert not data.exists()


def test_extract_is_a_guest_while_another_process_has_the_data(
    urltree: Callable[..., Outcome], data: Path, page: Path
) -> None:
    with EmbeddedValkey(data) as valkey:
        urltree("extract", page, "--url", URL)
        printed = urltree("extract", page, "--url", URL, "--store", valkey.url, "--json")
    assert json.loads(printed.out)["status"] == "duplicate"


def test_many_processes_at_a_time_lose_nothing(urltree: Callable[..., Outcome], tmp_path: Path) -> None:
    running = []
    for letter in "abcdef":
        file = tmp_path / f"{letter}.html"
        file.write_text(html(f"story {letter}"))
        line = command("extract", file, "--url", f"http://example.com/{letter}.html")
        running.append(subprocess.Popen(line, stdout=subprocess.DEVNULL))
    assert [each.wait(60) for each in running] == [0] * 6
    assert json.loads(urltree("tree", "example.com", "--json").out)["nodes"][0]["support"] == 6


def test_no_observe_counts_nothing(urltree: Callable[..., Outcome], page: Path, valkey_url: str) -> None:
    for _ in range(2):
        printed = urltree("extract", page, "--url", URL, "--store", valkey_url, "--no-observe", "--json")
        assert json.loads(printed.out)["status"] == "new"


@pytest.mark.usefixtures("learnt")
@pytest.mark.parametrize(("documents", "kept"), [("5", 5), ("", 11)])
def test_a_domain_keeps_what_the_service_is_told_to_keep(
    urltree: Callable[..., Outcome], page: Path, monkeypatch: pytest.MonkeyPatch, documents: str, kept: int
) -> None:
    monkeypatch.setenv("URLTREE_MAX_DOCUMENTS", documents)
    monkeypatch.setenv("URLTREE_MIN_DOCUMENTS", "1")
    urltree("extract", page, "--url", URL)
    assert json.loads(urltree("tree", "example.com", "--json").out)["nodes"][0]["support"] == kept


def test_json_tells_all_of_the_extraction(urltree: Callable[..., Outcome], page: Path) -> None:
    printed = urltree(
        "extract", page, "--url", URL, "--store", "memory://", "--json", "--heuristic", "strict-at-domain"
    )
    told = json.loads(printed.out)
    blocks = told.pop("blocks")
    assert told == {
        "url": URL,
        "url_key": URL,
        "domain": "example.com",
        "status": "new",
        "revision": 0,
        "title": "a bridge",
        "authors": [],
        "published": None,
        "language": None,
        "canonical_url": None,
        "site_name": None,
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


def test_marked_marks_the_blocks_of_a_cold_site_cold(urltree: Callable[..., Outcome], page: Path) -> None:
    assert marks(urltree("extract", page, "--url", URL, "--store", "memory://", "--marked")) == ["cold"] * 3


@pytest.mark.usefixtures("learnt")
def test_marked_marks_content_and_boilerplate_of_a_warm_site(
    urltree: Callable[..., Outcome], page: Path
) -> None:
    printed = urltree("extract", page, "--url", URL, "--marked")
    assert marks(printed) == ["boilerplate", "content", "boilerplate"]


@pytest.mark.parametrize(
    ("form", "content"),
    [
        ("--markdown", "This is **a** [bridge](http://www.example.com/x).\n"),
        ("--html", '<p>This is <strong>a</strong> <a href="http://www.example.com/x">bridge</a>.</p>\n'),
    ],
)
def test_content_is_printed_with_its_structure(
    urltree: Callable[..., Outcome], tmp_path: Path, form: str, content: str
) -> None:
    (tmp_path / "page.html").write_text("<p>This is <b>a</b> <a href=/x>bridge</a>.")
    printed = urltree("extract", tmp_path / "page.html", "--url", URL, "--store", "memory://", form)
    assert printed.out == content


def test_title_makes_the_key_of_a_page_that_a_rule_keeps_it_for(urltree: Callable[..., Outcome]) -> None:
    bare = urltree("key", "http://www.aljazeera.com/?from=rss")
    titled = urltree("key", "http://www.aljazeera.com/?from=rss", "--title", "Today")
    assert bare.out == "http://www.aljazeera.com/\n"
    assert re.fullmatch(r"http://www\.aljazeera\.com/\?_cid_=[0-9a-f]{32}\n", titled.out)


def test_charset_is_that_of_http(urltree: Callable[..., Outcome], tmp_path: Path) -> None:
    (tmp_path / "page.html").write_bytes("<p>Straße".encode("utf-16-le"))
    printed = urltree(
        "extract", tmp_path / "page.html", "--url", URL, "--store", "memory://", "--charset", "utf-16le"
    )
    assert printed.out == "Straße\n"


def test_heuristic_may_be_set_in_the_environment(
    urltree: Callable[..., Outcome], page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_HEURISTIC", "nonsense")
    refused = urltree("extract", page, "--url", URL, "--store", "memory://")
    assert "no heuristic 'nonsense'" in refused.err


def test_without_a_server_nothing_is_kept_and_the_user_is_told(
    urltree: Callable[..., Outcome], page: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    urltree("extract", page, "--url", URL, "--store", "memory://")  # import it while the path is whole
    monkeypatch.setattr(sys, "path", [])
    printed = urltree("extract", page, "--url", URL)
    assert printed.out == "This is a bridge.\n"
    assert re.fullmatch(r"urltree: nothing is kept: .*pip install 'urltree\[embedded\]'.*\n", printed.err)
    assert not data.exists()


# key


def test_key_prints_the_key(urltree: Callable[..., Outcome]) -> None:
    assert urltree("key", PAPERS) == (0, "http://abcnews.go.com/kabc/story?id=8691010\n", "")


def test_explain_prints_the_steps_of_the_paper(urltree: Callable[..., Outcome]) -> None:
    printed = urltree("key", PAPERS, "--title", "A headline", "--explain").out
    cid = "".join(re.findall("_cid_=([0-9a-f]{32})", printed))
    assert re.sub(r"/.*/(?=normalization_rules)", "", printed) == (
        f"response URL  {PAPERS}\n"
        f"normal URL    http://abcnews.go.com/kabc/story?_cid_={cid}&id=8691010&section=news/local/los_angeles\n"
        "rule          ^abcnews\\.go\\.com\n"
        "  in          normalization_rules/10-paper.toml:4\n"
        "  retains     id\n"
        "key           http://abcnews.go.com/kabc/story?id=8691010\n"
        "domain        go.com\n"
        "branch        go.com > abcnews.go.com > abcnews.go.com/kabc > abcnews.go.com/kabc/story\n"
    )


def test_explain_says_when_no_rule_applies(urltree: Callable[..., Outcome]) -> None:
    printed = urltree("key", "http://example.com/a?nonsense=1", "--explain").out
    assert "rule          none applies: no parameter is retained\n" in printed


@pytest.mark.parametrize("way", ["option", "environment"])
def test_rules_of_the_user_go_first(
    urltree: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    rule = {"match": "^abcnews", "keep": ["section"], "example": "http://abcnews.go.com/?section=a"}
    lines = [f"{name} = {json.dumps(value)}" for name, value in (rule | {"key": rule["example"]}).items()]
    (tmp_path / "own.toml").write_text("\n".join(["[[rule]]", *lines]))
    monkeypatch.setenv("URLTREE_RULES", str(tmp_path) if way == "environment" else "")
    own = ["--rules", tmp_path] if way == "option" else []
    assert (
        urltree("key", PAPERS, *own).out
        == "http://abcnews.go.com/kabc/story?section=news/local/los_angeles\n"
    )


# tree


@pytest.mark.usefixtures("learnt")
def test_tree_draws_nodes_with_their_support(urltree: Callable[..., Outcome]) -> None:
    nodes, _ = urltree("tree", "example.com").out.split("\n\n")
    assert nodes.splitlines() == [
        "example.com  10",
        "└── www.example.com  10",
        "    ├── /news  7",
        "    └── /sport  3",
    ]


@pytest.mark.usefixtures("learnt")
def test_tree_lists_repeated_blocks_with_their_count(urltree: Callable[..., Outcome]) -> None:
    _, blocks = urltree("tree", "example.com").out.split("\n\n")
    title, *rows = blocks.splitlines()
    assert title == "Documents  text block that they share"
    assert sorted(rows) == ["       10  Home and News", "       10  Imprint"]


@pytest.mark.usefixtures("learnt")
@pytest.mark.parametrize("name", ["WWW.example.com", "https://www.example.com/sport/h.html?x=1"])
def test_tree_takes_any_host_or_url_of_the_site(urltree: Callable[..., Outcome], name: str) -> None:
    assert urltree("tree", name).out.startswith("example.com  10\n")


@pytest.mark.usefixtures("learnt")
def test_top_says_how_many_nodes_and_blocks_are_shown(urltree: Callable[..., Outcome]) -> None:
    shown = json.loads(urltree("tree", "example.com", "--top", 1, "--json").out)
    assert shown["nodes"] == [{"node": "example.com", "support": 10}]
    assert len(shown["repeated"]) == 1


@pytest.mark.usefixtures("learnt")
def test_tree_says_how_many_nodes_it_leaves_out(urltree: Callable[..., Outcome]) -> None:
    printed = urltree("tree", "example.com", "--top", 3).out
    assert "    └── /news  7\nnodes not shown: 1; --top shows more\n" in printed


@pytest.mark.parametrize(
    "line", ["tree example.com", f"explain PAGE --url {URL}", f"extract PAGE --url {URL} --no-observe"]
)
def test_what_only_reads_makes_no_data_folder(
    urltree: Callable[..., Outcome], data: Path, page: Path, line: str
) -> None:
    urltree(*line.replace("PAGE", str(page)).split())
    assert not data.exists()


def test_tree_says_that_no_block_repeats_yet(
    urltree: Callable[..., Outcome], page: Path, valkey_url: str
) -> None:
    urltree("extract", page, "--url", URL, "--store", valkey_url)
    printed = urltree("tree", "example.com", "--store", valkey_url).out
    assert printed.endswith("\nNo text block is in more than 8 documents yet.\n")


def test_a_file_is_given_whole_lines(
    urltree: Callable[..., Outcome], tmp_path: Path, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    folder, notice = "a-very-long-folder" * 5, "All rights of all texts are reserved " * 3
    for letter in "abcdefghij":
        (tmp_path / "page.html").write_text(f"<p>Story {letter}<p>{notice}")
        urltree("extract", tmp_path / "page.html", "--url", f"http://www.example.com/{folder}/{letter}.html")
    drawn = urltree("tree", "example.com").out
    assert f"/{folder}  10\n" in drawn
    assert f"{notice.strip()}\n" in drawn


# errors


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (
            "extract none.html --url http://a.com/",
            "none.html: No such file or directory; give a file of HTML",
        ),
        ("extract / --url http://a.com/", "/: Is a directory; give a file of HTML"),
        ("extract EMPTY --url http://a.com/", "EMPTY: the page is empty; give the HTML of a page"),
        ("explain EMPTY --url http://a.com/", "EMPTY: the page is empty; give the HTML of a page"),
        ("extract PAGE", "Missing option '--url'. See urltree extract --help"),
        ("extract PAGE --url a.com/b", "'a.com/b' is not an absolute http(s) URL"),
        ("extract PAGE --url http://a.com/ --heuristic best", "no heuristic 'best': give one of auto,"),
        (
            "extract PAGE --url http://a.com/ --charset bogus",
            "Invalid value for '--charset': no charset 'bogus': give one that browsers know",
        ),
        ("extract PAGE --url http://a.com/ --charset \udcff", "Invalid value for '--charset': no charset '"),
        ("extract PAGE --url http://a.com/ --json --html", "--json and --html exclude each other; give one"),
        ("extract PAGE --url http://a.com/ --rules none", "none: there is no such folder of rules"),
        ("extract PAGE --url http://a.com/ --xml", "No such option: --xml"),
        ("key", "Missing argument 'URL'. See urltree key --help"),
        ("key ftp://a.com/", "'ftp://a.com/' is not an absolute http(s) URL"),
        ("tree a.com --store memory://", "nothing is known of a.com: extract a page of it first"),
        ("tree a.com", "nothing is known of a.com: extract a page of it first"),
        ("tree a.com --store bogus", "no store of scheme 'bogus': give memory://, redis://…"),
        ("tree a.com --top 0", "Invalid value for '--top': Input should be greater than or equal to 1. See "),
        ("stream --format xml", "Invalid value for '--format': 'xml' is not one of 'text', 'ndjson'. See "),
        ("evaluate none", "none: No such file or directory"),
        ("evaluate none --jobs 100000", "Invalid value for '--jobs': Input should be less than or equal to"),
        (
            "archive PAGE --out none --jobs 100000",
            "Invalid value for '--jobs': Input should be less than or equal to",
        ),
        ("extrakt", "No such command 'extrakt'. Did you mean 'extract'? See urltree --help"),
    ],
)
def test_faulty_input_is_one_line_and_exit_code_2(
    urltree: Callable[..., Outcome], page: Path, line: str, complaint: str
) -> None:
    empty = page.with_name("empty.html")
    empty.touch()
    refused = urltree(*line.replace("PAGE", str(page)).replace("EMPTY", str(empty)).split())
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith(f"urltree: error: {complaint.replace('EMPTY', str(empty))}")
    assert refused.err.count("\n") == 1


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
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_working_directory(
    urltree: Callable[..., Outcome], page: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    (page.parent / "work").mkdir()
    monkeypatch.chdir(page.parent / "work")
    given = {"PAGE": str(page), "FOLDER": str(page.parent)}
    refused = urltree(*(given.get(each, each) for each in arguments))
    assert refused.code == 2
    assert "the path is empty; give . for the working directory" in refused.err
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(("name", "value"), [("MAX_DOCUMENTS", "70000"), ("MAX_AGE", "x")])
def test_a_retention_that_cannot_be_is_one_line_and_exit_code_2(
    urltree: Callable[..., Outcome], page: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"URLTREE_{name}", value)
    refused = urltree("extract", page, "--url", URL, "--store", "memory://")
    assert refused.code == 2
    assert re.fullmatch(rf"urltree: error: .*{name}.*{value}.*\n", refused.err)


@pytest.mark.parametrize("line", ["extract PAGE --url http://a.com/", "tree a.com"])
@pytest.mark.parametrize("option", ["--store=unix:///none/socket", "--data=PAGE"])
def test_a_store_that_fails_is_one_line_and_exit_code_1(
    urltree: Callable[..., Outcome], page: Path, line: str, option: str
) -> None:
    failed = urltree(*f"{line} {option}".replace("PAGE", str(page)).split())
    assert (failed.code, failed.out) == (1, "")
    assert re.fullmatch(r"urltree: error: .*(none/socket|page\.html).*\n", failed.err)


def test_ctrl_c_is_quiet_and_exit_code_130() -> None:
    line = command("extract", "--url", URL)
    with subprocess.Popen(
        line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdin.write(b"<p>" * 100_000)  # more than a pipe holds: it is reading now
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.parametrize("module", ["typer", "urltree.cli.extract", "numpy", "lxml.etree", "redis"])
def test_ctrl_c_while_something_is_imported_is_quiet_and_exit_code_130(page: Path, module: str) -> None:
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


FULL = Path("/dev/full")


@pytest.fixture(params=["", "1"], ids=["buffered", "unbuffered"])
def _buffering(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether standard output is written at once."""
    monkeypatch.setenv("PYTHONUNBUFFERED", request.param)


@pytest.mark.usefixtures("_buffering")
@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
@pytest.mark.parametrize("line", ["--help", "key http://example.com/"])
def test_a_full_disk_is_one_line_and_exit_code_1(line: str) -> None:
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
def test_a_closed_pipe_is_no_traceback(page: Path, line: str) -> None:
    with closed_pipe() as writer:
        ended = subprocess.run(
            command(*line.replace("PAGE", str(page)).split()),
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_a_closed_standard_output_is_no_traceback(page: Path) -> None:
    line = shlex.join(command("extract", page, "--url", URL, "--store", "memory://"))
    ended = subprocess.run(["sh", "-c", f"{line} >&-"], stderr=subprocess.PIPE, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize(
    ("encoding", "title", "printed"),
    [
        ("utf-8", "\udcff", "\\udcff"),
        ("latin-1", "→", "\\u2192"),
        ("latin-1", "😀", "\\ud83d\\ude00"),
        ("koi8-r", "é", "\\u00e9"),
    ],
)
def test_what_standard_output_cannot_encode_is_escaped(
    page: Path, monkeypatch: pytest.MonkeyPatch, encoding: str, title: str, printed: str
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", f"{encoding}:strict")
    done = process("extract", page, "--url", URL, "--title", title, "--store", "memory://", "--json")
    assert (done.code, done.err) == (0, "")
    assert f'"title": "{printed}"' in done.out


# the commands


def test_version_is_that_of_the_package(urltree: Callable[..., Outcome]) -> None:
    assert urltree("--version") == (0, f"urltree {version('urltree')}\n", "")


def test_nothing_at_all_is_answered_with_help(urltree: Callable[..., Outcome]) -> None:
    assert urltree() == urltree("--help")


@pytest.mark.parametrize("name", ["extract", "key", "tree", "evaluate", "serve", "feeds", "demo"])
def test_every_command_has_help_with_examples(urltree: Callable[..., Outcome], name: str) -> None:
    helped = urltree(name, "--help")
    assert helped.code == 0
    assert helped.out.startswith(f"Usage: urltree {name} ")
    assert re.search(rf"Examples:\n    .*\burltree {name}\b", helped.out)


@pytest.mark.parametrize("command", [*cli.COMMANDS, *cli.TEMPLATES], ids=lambda command: command.name)
def test_help_tells_no_types_of_python(command: Later) -> None:
    loaded = command.load()
    for each in getattr(loaded, "commands", {"": loaded}).values():
        helped = each.get_help(typer.Context(each))
        assert not re.search(r"<(str|int|float|path|list\b)", helped, re.IGNORECASE)


@pytest.mark.parametrize(
    ("command", "example"), [(command, example) for command in cli.COMMANDS for example in command.examples]
)
def test_every_example_is_understood(command: Later, example: str) -> None:
    words = shlex.split(example.partition(" > ")[0])
    arguments = words[words.index(command.name) + 1 :]
    loaded = command.load()
    context = loaded.make_context(command.name, arguments)
    if isinstance(loaded, TyperGroup):
        left = [*context._protected_args, *context.args]  # noqa: SLF001 -- click keeps the name there
        name, chosen, rest = loaded.resolve_command(context, left)
        context = chosen.make_context(name, rest, parent=context)
    assert context.args == []


@pytest.mark.parametrize("line", ["--help", "key http://example.com/"])
def test_small_commands_load_none_of_the_heavy_libraries(line: str) -> None:
    code = (
        f"import sys; from urltree.cli import run; run({line.split()});"
        "sys.exit(' '.join({'lxml', 'numpy', 'redis', 'fastapi', 'rich'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr.strip() == ""


@pytest.mark.parametrize(
    ("name", "library", "extra"), [("serve", "fastapi", "service"), ("demo", "httpx", "demo")]
)
def test_a_command_without_its_extra_names_the_line_that_installs_it(
    name: str, library: str, extra: str
) -> None:
    code = (
        f"import sys; sys.modules[{library!r}] = None;from urltree.cli import run; sys.exit(run([{name!r}]))"
    )
    refused = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert refused.stderr == f"urltree: error: {library} is not installed: pip install 'urltree[{extra}]'\n"
