"""The command ``urltree rules``."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest
from redis import Redis
from valkeys import PATIENCE

from service.state import keys
from urltree.mining.sightings import Sighting
from urltree.rules import load_rules

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run


@pytest.fixture
def urltree(urltree: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run ``urltree rules``."""
    monkeypatch.setenv("COLUMNS", "40")
    return partial(urltree, "rules")


@pytest.fixture
def seen(tmp_path: Path) -> Path:
    """A file of thirty documents, identified by ``nr``."""
    path = tmp_path / "seen.ndjson"
    records = [
        {"url": f"http://x.org/read?nr={n}&von=rss", "title": f"a {n}", "text": f"b {n}"} for n in range(30)
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    return path


def proposal(urltree: Run, *arguments: object) -> dict[str, object]:
    (line,) = urltree("learn", "--json", *arguments)[1].splitlines()
    return json.loads(line)


def test_learn_shows_proposals_with_their_evidence(urltree: Run, seen: Path) -> None:
    code, out, err = urltree("learn", "--from", seen)
    assert (code, err) == (0, "")
    assert all(word in out for word in ("nr", "30", r"^x\.org/read\?", "http://x.org/read?nr=29&von=rss"))


def test_learn_shows_the_whole_id_however_narrow_the_terminal(
    urltree: Run, seen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert proposal(urltree, "--from", seen)["id"] in urltree("learn", "--from", seen)[1]


def test_learn_prints_json_lines(urltree: Run, seen: Path) -> None:
    found = proposal(urltree, "--from", seen)
    assert len(found.pop("id")) == 8
    assert len(found.pop("examples")) == 3
    assert found == {
        "match": r"^x\.org/read\?", "keep": ["nr"], "documents": 30, "titles": 30, "texts": 30, "again": 0,
    }  # fmt: skip


def test_learn_reads_the_sightings_of_a_service(urltree: Run, valkey_url: str) -> None:
    with Redis.from_url(valkey_url, socket_timeout=PATIENCE) as redis:
        for n in range(30):
            redis.lpush(
                keys.SIGHTINGS + "x.org", str(Sighting.of(f"http://x.org/read?nr={n}", f"{n}", f"{n}"))
            )
    assert proposal(urltree, "--store", valkey_url)["documents"] == 30


def test_learn_says_so_if_there_is_nothing_to_propose(urltree: Run, valkey_url: str) -> None:
    assert urltree("learn", "--store", valkey_url)[:2] == (
        0, "Nothing to propose: no parameter was seen to identify at least 20 documents.\n",
    )  # fmt: skip


def test_accept_adds_the_rule_to_the_folder(urltree: Run, seen: Path, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    found = proposal(urltree, "--from", seen)
    code, out, _ = urltree("accept", found["id"], "--from", seen, "--rules", folder)
    assert (code, out.split(":")[0]) == (0, str(folder / "learnt.toml"))
    assert load_rules(folder).rules[0].match.pattern == found["match"]


def test_accepted_rule_is_not_proposed_again(
    urltree: Run, seen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_RULES", str(tmp_path / "rules"))
    (tmp_path / "rules").mkdir()
    urltree("accept", proposal(urltree, "--from", seen)["id"], "--from", seen)
    assert urltree("learn", "--json", "--from", seen)[1] == ""


def test_accept_refuses_an_unknown_proposal(urltree: Run, seen: Path, tmp_path: Path) -> None:
    code, _, err = urltree("accept", "0123abcd", "--from", seen, "--rules", tmp_path / "rules")
    assert (code, err) == (
        2, "urltree: error: there is no proposal 0123abcd; urltree rules learn lists the proposals\n",
    )  # fmt: skip
    assert not (tmp_path / "rules").exists()


def test_accept_needs_a_folder(urltree: Run, seen: Path) -> None:
    code, _, err = urltree("accept", "0123abcd", "--from", seen)
    assert (code, err) == (
        2, "urltree: error: no folder of rules is named; pass --rules FOLDER, or set URLTREE_RULES\n",
    )  # fmt: skip


def test_list_shows_the_rules_of_the_folder_first(urltree: Run, seen: Path, tmp_path: Path) -> None:
    urltree("accept", proposal(urltree, "--from", seen)["id"], "--from", seen, "--rules", tmp_path)
    lines = urltree("list", "--rules", tmp_path)[1].splitlines()
    assert lines[0].split("\t")[0] == r"^x\.org/read\?"
    assert any(line.startswith("^abcnews\\.go\\.com\t") and line.endswith("\tid") for line in lines[1:])


@pytest.mark.parametrize("terminal", [False, True])
def test_list_draws_a_table_only_on_a_terminal(
    urltree: Run, monkeypatch: pytest.MonkeyPatch, terminal: bool
) -> None:
    monkeypatch.setenv("FORCE_COLOR" if terminal else "NO_COLOR", "1")
    assert ("┃" in urltree("list")[1]) is terminal
