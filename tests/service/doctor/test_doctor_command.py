"""The command `urltree doctor`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from urltree.cli import run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _settings(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    monkeypatch.setenv("URLTREE_PORT", "0")


def test_line_of_a_check_has_its_grade_name_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r" *ok +store +(Redis|Valkey) \d", lines[1])


def test_store_option_overrides_the_environment(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", "redis://127.0.0.1:1")
    assert run(["doctor", "--store", valkey_url]) == 0


def test_data_option_selects_the_data_folder(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("URLTREE_REDIS_URL")
    run(["doctor", "--data", str(data)])
    assert f"free for {data}" in capsys.readouterr().out


def test_failure_exits_with_1(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_RULES", "/nowhere")
    assert run(["doctor"]) == 1
    assert "failure  rules" in capsys.readouterr().out


def test_json_has_one_line_per_check(capsys: pytest.CaptureFixture[str]) -> None:
    run(["doctor", "--json"])
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {(*finding,) for finding in findings} == {("check", "grade", "text")}


def test_unknown_variable_is_reported(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_PROT", "1")
    run(["doctor"])
    assert capsys.readouterr().out.startswith("warning  settings     URLTREE_PROT: ")
