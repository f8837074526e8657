"""Syncing append-only files to the disk."""

from __future__ import annotations

import errno
import logging
import os
import threading
from typing import TYPE_CHECKING

import pytest

from urltree.store import everysec
from urltree.store.everysec import sync, sync_each_second

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The inodes of the files that have been synced, in order."""
    done: list[int] = []

    def note(file: int) -> None:
        done.append(os.fstat(file).st_ino)

    monkeypatch.setattr(os, "fsync", note)
    return done


@pytest.fixture
def increment(tmp_path: Path) -> Path:
    path = tmp_path / "appendonlydir" / "appendonly.aof.2.incr.aof"
    path.parent.mkdir()
    path.write_bytes(b"writes")
    return path


def test_each_increment_is_synced(tmp_path: Path, increment: Path, synced: list[int]) -> None:
    newer = increment.with_name("appendonly.aof.3.incr.aof")
    newer.touch()
    sync(tmp_path)
    assert sorted(synced) == sorted(path.stat().st_ino for path in (increment, newer))


def test_the_single_file_of_an_old_redis_is_synced(tmp_path: Path, synced: list[int]) -> None:
    file = tmp_path / "appendonly.aof"
    file.touch()
    sync(tmp_path)
    assert synced == [file.stat().st_ino]


def test_files_that_the_server_syncs_itself_are_left_alone(
    tmp_path: Path, increment: Path, synced: list[int]
) -> None:
    for name in ("appendonly.aof.1.base.rdb", "appendonly.aof.manifest"):
        increment.with_name(name).touch()
    sync(tmp_path)
    assert synced == [increment.stat().st_ino]


def test_nothing_is_synced_in_a_folder_without_append_only_files(tmp_path: Path, synced: list[int]) -> None:
    sync(tmp_path)
    assert not synced


def test_an_increment_that_was_removed_meanwhile_is_skipped(
    tmp_path: Path, increment: Path, synced: list[int]
) -> None:
    increment.with_name("appendonly.aof.1.incr.aof").symlink_to("nowhere")
    sync(tmp_path)
    assert synced == [increment.stat().st_ino]


@pytest.mark.usefixtures("increment")
def test_files_are_closed_even_if_the_disk_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused: list[int] = []

    def refuse(file: int) -> None:
        refused.append(file)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="Input/output error"):
        sync(tmp_path)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(refused[0])


@pytest.mark.usefixtures("increment")
def test_a_failing_disk_is_logged_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    stopping = threading.Event()
    tries = iter(range(3))

    def refuse(_: int) -> None:
        if next(tries) == 1:
            stopping.set()
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", refuse)
    monkeypatch.setattr(everysec, "_SECOND", 0.001)
    with caplog.at_level(logging.ERROR, logger="urltree"):
        sync_each_second(tmp_path, stopping)
    message = f"data written to {tmp_path} may not survive a power cut: [Errno 5] Input/output error"
    assert caplog.messages == [message, message]


@pytest.mark.usefixtures("increment")
def test_nothing_is_synced_after_the_request_to_stop(tmp_path: Path, synced: list[int]) -> None:
    stopping = threading.Event()
    stopping.set()
    sync_each_second(tmp_path, stopping)
    assert not synced
