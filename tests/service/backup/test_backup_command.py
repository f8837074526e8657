"""The commands `urltree backup` and `urltree restore`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from valkeys import url_of

from service.backup.container import check_backup
from service.state import keys
from urltree.cli import run

if TYPE_CHECKING:
    from pathlib import Path

    from redis import Redis


@pytest.fixture
def file(filled: Redis, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A backup of a store with some of everything."""
    path = tmp_path / "a.backup"
    assert run(["backup", str(path), "--store", url_of(filled)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: ")
    return path


def test_restore_brings_back_all_but_sessions_and_kept_pages(
    file: Path, filled: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    before, kept = {*filled.scan_iter("urltree:*")}, {*filled.scan_iter(f"{keys.KEPT}*")}
    filled.flushall()
    assert run(["restore", str(file), "--store", url_of(filled)]) == 0
    assert before - {*filled.scan_iter("urltree:*")} == {b"urltree:session:x", *kept}
    assert re.search(r" by urltree 0\.1\.0 from (Redis|Valkey) \d", capsys.readouterr().out)


def test_restore_overwrites_only_with_replace(
    file: Path, filled: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    filled.set("urltree:newer", "x")
    assert run(["restore", str(file), "--store", url_of(filled)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert run(["restore", str(file), "--replace", "--store", url_of(filled)]) == 0
    assert not filled.exists("urltree:newer")


def test_truncated_backup_changes_nothing(
    file: Path, filled: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(file.read_bytes()[:-9])
    before = {*filled.scan_iter("*")}
    assert run(["restore", str(file), "--replace", "--store", url_of(filled)]) == 2
    assert "cut short" in capsys.readouterr().err
    assert {*filled.scan_iter("*")} == before


def test_unreachable_store_leaves_no_file(tmp_path: Path) -> None:
    assert run(["backup", str(tmp_path / "a"), "--store", "redis://localhost:1"]) == 1
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("folder", [".", "folder"])
@pytest.mark.usefixtures("filled")
def test_folder_is_refused_as_a_backup_file(
    tmp_path: Path,
    valkey_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    folder: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert run(["backup", folder, "--store", valkey_url]) == 2
    assert capsys.readouterr().err == f"urltree: error: {folder} is a folder; give the name of a file\n"
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_empty_store_is_refused(
    tmp_path: Path, valkey_client: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["backup", str(tmp_path / "a"), "--store", url_of(valkey_client)]) == 2
    assert "the store is empty" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_backup_of_a_replica_names_its_server_without_a_judgement(filled: Redis, tmp_path: Path) -> None:
    filled.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        assert run(["backup", str(tmp_path / "a"), "--store", url_of(filled)]) == 0
    finally:
        filled.execute_command("REPLICAOF", "NO", "ONE")
    header, _ = check_backup(tmp_path / "a")
    assert re.fullmatch(r"(Redis|Valkey) [\d.]+", header.store)
