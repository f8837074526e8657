"""The append-only files of a Valkey, brought to the disk each second.

Valkey's own ``everysec`` answers before it writes as long as a slow fsync runs, for up to two seconds: should
the server die then, what it has acknowledged is lost. With ``appendfsync no`` it writes before it answers, so
that its death costs nothing, and leaves the fsync to us.
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

#: The files that are appended to: of a Valkey, or Redis 7; and of Redis 6.
_APPENDED = ("appendonlydir/*.incr.aof", "appendonly.aof")


def sync_each_second(folder: Path, stopping: threading.Event) -> None:
    """Bring what a server appends in its `folder` to the disk each second, until `stopping` is set."""
    while not stopping.wait(_SECOND):
        try:
            sync(folder)
        except OSError as error:
            _log.error("what was written to %s may not outlive a power cut: %s", folder, error)


def sync(folder: Path) -> None:
    """Bring what a server has appended in its `folder` to the disk. Raises `OSError` if the disk refuses.

    What a rewrite makes is synced by the server before it uses it.
    """
    for name in _APPENDED:
        for path in folder.glob(name):
            with suppress(FileNotFoundError):  # rewritten since
                _sync_file(path)


def _sync_file(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
