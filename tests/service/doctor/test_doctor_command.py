"""The command `urltree doctor`."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run


@pytest.fixture(autouse=True)
def _settings(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", valkey_url)
    monkeypatch.setenv("URLTREE_PORT", "0")


def test_line_of_a_check_has_its_grade_name_and_text(urltree: Run) -> None:
    code, out, _ = urltree("doctor")
    assert code == 0
    assert re.match(r" *ok +store +(Redis|Valkey) \d", out.splitlines()[1])


def test_store_option_overrides_the_environment(
    urltree: Run, valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("URLTREE_REDIS_URL", "redis://127.0.0.1:1")
    assert urltree("doctor", "--store", valkey_url).code == 0


def test_data_option_selects_the_data_folder(
    urltree: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("URLTREE_REDIS_URL")
    assert f"free for {data}" in urltree("doctor", "--data", data).out


def test_failure_exits_with_1(urltree: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_RULES", "/nowhere")
    code, out, _ = urltree("doctor")
    assert (code, "failure  rules" in out) == (1, True)


def test_json_has_one_line_per_check(urltree: Run) -> None:
    findings = [json.loads(line) for line in urltree("doctor", "--json").out.splitlines()]
    assert {(*finding,) for finding in findings} == {("check", "grade", "text")}


def test_unknown_variable_is_reported(urltree: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URLTREE_PROT", "1")
    assert urltree("doctor").out.startswith("warning  settings     URLTREE_PROT: ")
