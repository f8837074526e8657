"""Files of bounded total size."""

from __future__ import annotations

import resource
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from service.recording.files import Files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = b"head "

#: Maximum bytes of all files together; a single file holds a sixteenth of that.
MAX_BYTES = 16 * 100


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Files]:
    with closing(Files(tmp_path, MAX_BYTES, lambda: HEAD)) as files:
        yield files


def contents(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in sorted(folder.iterdir())]


def test_no_file_is_created_before_the_first_write(files: Files, tmp_path: Path) -> None:
    files.close()
    assert contents(tmp_path) == []


def test_data_is_appended_after_the_head(files: Files, tmp_path: Path) -> None:
    files.append(b"one ")
    files.append(b"two")
    assert contents(tmp_path) == [b"head one two"]


def test_full_file_is_followed_by_another(files: Files, tmp_path: Path) -> None:
    for letter in b"abc":
        files.append(bytes([letter]) * 40)
    assert contents(tmp_path) == [HEAD + b"a" * 40 + b"b" * 40, HEAD + b"c" * 40]


def test_data_larger_than_a_file_is_not_split(files: Files, tmp_path: Path) -> None:
    files.append(b"x" * 1_000)
    assert contents(tmp_path) == [HEAD + b"x" * 1_000]


def test_oldest_files_are_deleted_to_make_room(files: Files, tmp_path: Path) -> None:
    for number in range(100):
        files.append(b"%03d" % number * 30)
    found = contents(tmp_path)
    assert len(found) == 16
    assert sum(map(len, found)) <= MAX_BYTES
    assert [int(content[5:8]) for content in found] == list(range(84, 100))


def test_files_of_others_are_kept(files: Files, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(b"x" * 10 * MAX_BYTES)
    for _ in range(100):
        files.append(b"x" * 120)
    assert (tmp_path / "notes.txt").exists()


def test_processes_write_to_separate_files(files: Files, tmp_path: Path) -> None:
    with closing(Files(tmp_path, MAX_BYTES, lambda: HEAD)) as others:
        files.append(b"one")
        others.append(b"two")
    assert sorted(contents(tmp_path)) == [b"head one", b"head two"]


def test_removed_file_is_replaced_by_a_new_one(files: Files, tmp_path: Path) -> None:
    files.append(b"one")
    next(tmp_path.iterdir()).unlink()
    files.append(b"two")
    assert contents(tmp_path) == [b"head two"]


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """Limit the size of files, to simulate a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_failed_first_write_leaves_no_file(files: Files, tmp_path: Path) -> None:
    with room_for(3), pytest.raises(OSError, match="File too large"):
        files.append(b"one")
    assert contents(tmp_path) == []


def test_failed_write_leaves_no_partial_data(files: Files, tmp_path: Path) -> None:
    files.append(b"one ")
    with room_for(len(b"head one ") + 3), pytest.raises(OSError, match="File too large"):
        files.append(b"lost")
    files.append(b"2")
    assert contents(tmp_path) == [b"head one 2"]
