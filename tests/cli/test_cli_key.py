"""``urltree key``, as its users see it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run


PAPER_URL = "http://abcnews.go.com/kabc/story?section=news/local/los_angeles&id=8691010"


def test_key_prints_the_key(urltree: Run) -> None:
    assert urltree("key", PAPER_URL) == (0, "http://abcnews.go.com/kabc/story?id=8691010\n", "")


def test_the_title_is_part_of_the_key_where_a_rule_says_so(urltree: Run) -> None:
    bare = urltree("key", "http://www.aljazeera.com/?from=rss")
    titled = urltree("key", "http://www.aljazeera.com/?from=rss", "--title", "Today")
    assert bare.out == "http://www.aljazeera.com/\n"
    assert re.fullmatch(r"http://www\.aljazeera\.com/\?_cid_=[0-9a-f]{32}\n", titled.out)


def test_explain_prints_the_steps_of_the_paper(urltree: Run) -> None:
    printed = urltree("key", PAPER_URL, "--title", "A headline", "--explain").out
    cid = "".join(re.findall("_cid_=([0-9a-f]{32})", printed))
    assert re.sub(r"/.*/(?=normalization_rules)", "", printed) == (
        f"response URL  {PAPER_URL}\n"
        f"normal URL    http://abcnews.go.com/kabc/story?_cid_={cid}&id=8691010&section=news/local/los_angeles\n"
        "rule          ^abcnews\\.go\\.com\n"
        "  in          normalization_rules/10-paper.toml:4\n"
        "  retains     id\n"
        "key           http://abcnews.go.com/kabc/story?id=8691010\n"
        "domain        go.com\n"
        "branch        go.com > abcnews.go.com > abcnews.go.com/kabc > abcnews.go.com/kabc/story\n"
    )


@pytest.mark.parametrize("section", ["world", "the\nworld"])
def test_explain_prints_each_step_on_one_line(urltree: Run, section: str) -> None:
    url = f"http://example.com/story.php?section={section}&id=7"
    printed = urltree("key", url, "--explain").out.splitlines()
    assert [line[:14].strip() for line in printed] == [
        "response URL",
        "normal URL",
        "rule",
        "in",
        "retains",
        "key",
        "domain",
        "branch",
    ]


def test_explain_says_when_no_rule_applies(urltree: Run) -> None:
    printed = urltree("key", "http://example.com/a?nonsense=1", "--explain").out
    assert "rule          none applies, so no parameter is retained\n" in printed


@pytest.mark.parametrize("way", ["option", "environment", "home"])
def test_rules_of_the_user_take_precedence(
    urltree: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    rule = {"match": "^abcnews", "keep": ["section"], "example": "http://abcnews.go.com/?section=a"}
    lines = [f"{name} = {json.dumps(value)}" for name, value in (rule | {"key": rule["example"]}).items()]
    (tmp_path / "own.toml").write_text("\n".join(["[[rule]]", *lines]))
    variable = {"environment": str(tmp_path), "home": f"~/{tmp_path.name}"}.get(way, "")
    monkeypatch.setenv("URLTREE_RULES", variable)
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    own = ["--rules", tmp_path] if way == "option" else []
    assert (
        urltree("key", PAPER_URL, *own).out
        == "http://abcnews.go.com/kabc/story?section=news/local/los_angeles\n"
    )
