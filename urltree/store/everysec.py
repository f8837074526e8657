"""Sync the append-only files of a Valkey to the disk each second.

With its own ``everysec``, Valkey answers before it writes while a slow fsync runs, for up to two seconds: if
the server dies then, acknowledged data are lost. With ``appendfsync no`` it writes before it answers, so that
its death loses nothing, and leaves the fsync to us.
"""

from __future__ import annotations

import logging
import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import threading
    from pathlib import Path

_log = logging.getLogger(__name__)

_SECOND = 1.0

#: The files that are appended to: by Valkey and Redis 7; by Redis 6.
_APPENDED = ("appendonlydir/*.incr.aof", "appendonly.aof")


def sync_each_second(folder: Path, stopping: threading.Event) -> None:
    """Sync what a server appends in its `folder` to the disk each second, until `stopping` is set."""
    while not stopping.wait(_SECOND):
        try:
            sync(folder)
        except OSError as error:
            _log.error("data written to %s may not survive a power cut: %s", folder, error)


def sync(folder: Path) -> None:
    """Sync what a server has appended in its `folder` to the disk. Raises `OSError` if the disk refuses.

    The server itself syncs the files that a rewrite makes before it uses them.
    """
    for name in _APPENDED:
        for path in folder.glob(name):
            with suppress(FileNotFoundError):  # replaced by a rewrite meanwhile
                _sync_file(path)


def _sync_file(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
