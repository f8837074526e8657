"""The file of a backup."""

from __future__ import annotations

import errno
import gzip
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.backup.container import Header, check_backup, read_backup, write_backup
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.backup.container import Record

HEADER = Header(version="1.0", store="Valkey 9", created="2026-01-02T03:04:05+00:00")
RECORDS = [(b"key", b"a", b"0", b"\0" * 1_000), (b"entry", b"1-0"), (b"key", b"", b"")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A backup of `RECORDS`."""
    path = tmp_path / "a.backup"
    write_backup(path, HEADER, RECORDS)
    return path


@given(records=st.lists(st.lists(st.binary(max_size=50), max_size=5).map(lambda parts: (b"key", *parts))))
def test_written_records_are_read_back(
    tmp_path_factory: pytest.TempPathFactory, records: list[Record]
) -> None:
    path = tmp_path_factory.mktemp("backup") / "a"
    write_backup(path, HEADER, records)
    assert (check_backup(path), list(read_backup(path))) == ((HEADER, len(records)), records)


def test_backup_is_readable_by_its_owner_only(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_backup_truncated_anywhere_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        with pytest.raises(InputError, match="backup"):
            check_backup(file)


def test_backup_with_any_byte_changed_is_refused_or_unaffected(file: Path) -> None:
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            assert (check_backup(file), list(read_backup(file))) == ((HEADER, len(RECORDS)), RECORDS)
        except InputError:
            continue


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"hello", gzip.compress(b"hello", mtime=0)),
        *(gzip.compress(b"urltree-backup-1\n" + rest, mtime=0) for rest in (b"", b"\0")),
    ],
)
def test_other_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "b"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"^{path} is "):
        check_backup(path)


def test_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        check_backup(tmp_path / "none")


def test_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written: No such file"):
        write_backup(tmp_path / "none" / "a", HEADER, RECORDS)


def test_interrupted_backup_leaves_the_previous_one(file: Path) -> None:
    def fail() -> Iterator[Record]:
        yield RECORDS[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_backup(file, HEADER, fail())
    assert list(read_backup(file)) == RECORDS
    assert list(file.parent.iterdir()) == [file]


def test_failed_rename_leaves_no_partial_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(InputError, match="cannot be written: Is a directory"):
        write_backup(file, HEADER, RECORDS)
    assert list(file.parent.iterdir()) == [file]


def test_backup_replaces_the_previous_one(file: Path) -> None:
    write_backup(file, HEADER, RECORDS[:1])
    assert list(read_backup(file)) == RECORDS[:1]


def test_file_that_is_not_a_backup_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("mine")
    with pytest.raises(InputError, match="is not a backup; choose another name"):
        write_backup(tmp_path / "a", HEADER, RECORDS)
    assert (tmp_path / "a").read_text() == "mine"


def test_fifo_is_not_overwritten(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a")
    with pytest.raises(InputError, match="is not a backup; choose another name"):
        write_backup(tmp_path / "a", HEADER, RECORDS)
    assert (tmp_path / "a").is_fifo()
