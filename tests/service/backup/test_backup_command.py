"""The commands `urltree backup` and `urltree restore`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from valkeys import url_of

from service.backup.container import check_backup
from service.state import keys

if TYPE_CHECKING:
    from pathlib import Path

    from commandlines import Run
    from redis import Redis


@pytest.fixture
def file(urltree: Run, filled: Redis, tmp_path: Path) -> Path:
    """A backup of a store with some of everything."""
    path = tmp_path / "a.backup"
    code, out, _ = urltree("backup", path, "--store", url_of(filled))
    assert (code, out.startswith(f"{path}: ")) == (0, True)
    return path


def test_restore_brings_back_all_but_sessions_and_kept_pages(urltree: Run, file: Path, filled: Redis) -> None:
    before, kept = {*filled.scan_iter("urltree:*")}, {*filled.scan_iter(f"{keys.KEPT}*")}
    filled.flushall()
    code, out, _ = urltree("restore", file, "--store", url_of(filled))
    assert code == 0
    assert before - {*filled.scan_iter("urltree:*")} == {b"urltree:session:x", *kept}
    assert re.search(r" by urltree 0\.1\.0 from (Redis|Valkey) \d", out)


def test_restore_overwrites_only_with_replace(urltree: Run, file: Path, filled: Redis) -> None:
    filled.set("urltree:newer", "x")
    code, _, complaint = urltree("restore", file, "--store", url_of(filled))
    assert (code, "--replace" in complaint) == (2, True)
    assert urltree("restore", file, "--replace", "--store", url_of(filled)).code == 0
    assert not filled.exists("urltree:newer")


def test_truncated_backup_changes_nothing(urltree: Run, file: Path, filled: Redis) -> None:
    file.write_bytes(file.read_bytes()[:-9])
    before = {*filled.scan_iter("*")}
    code, _, complaint = urltree("restore", file, "--replace", "--store", url_of(filled))
    assert (code, "cut short" in complaint) == (2, True)
    assert {*filled.scan_iter("*")} == before


def test_unreachable_store_leaves_no_file(urltree: Run, tmp_path: Path) -> None:
    assert urltree("backup", tmp_path / "a", "--store", "redis://localhost:1").code == 1
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("folder", [".", "folder"])
@pytest.mark.usefixtures("filled")
def test_folder_is_refused_as_a_backup_file(
    urltree: Run, tmp_path: Path, valkey_url: str, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    complaint = f"urltree: error: {folder} is a folder; give the name of a file\n"
    assert urltree("backup", folder, "--store", valkey_url) == (2, "", complaint)
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]


def test_empty_store_is_refused(urltree: Run, tmp_path: Path, valkey_url: str) -> None:
    code, _, complaint = urltree("backup", tmp_path / "a", "--store", valkey_url)
    assert (code, "the store is empty" in complaint) == (2, True)
    assert [*tmp_path.iterdir()] == []


def test_half_a_backup_does_not_replace_a_whole_one(urltree: Run, file: Path, filled: Redis) -> None:
    filled.set(keys.RESTORING, 1)
    before = file.read_bytes()
    code, _, complaint = urltree("backup", file, "--store", url_of(filled))
    assert (code, "restore again with --replace" in complaint) == (2, True)
    assert file.read_bytes() == before


def test_backup_of_a_replica_names_its_server_without_a_judgement(
    urltree: Run, filled: Redis, tmp_path: Path
) -> None:
    filled.execute_command("REPLICAOF", "127.0.0.1", "1")
    try:
        assert urltree("backup", tmp_path / "a", "--store", url_of(filled)).code == 0
    finally:
        filled.execute_command("REPLICAOF", "NO", "ONE")
    header, _ = check_backup(tmp_path / "a")
    assert re.fullmatch(r"(Redis|Valkey) [\d.]+", header.store)
