"""Files that processes forked from ours do not share.

A lock of ``flock`` and an end of a pipe last until every copy of the file is closed. Forked processes have
copies, and may live longer than the process that opened it.
"""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING
from weakref import WeakSet

if TYPE_CHECKING:
    from io import FileIO
    from pathlib import Path

_files: WeakSet[IO[bytes]] = WeakSet()


def open_unshared(path: Path) -> FileIO:
    """Open a file to append to it, which forked processes `unshare`. Raises `OSError`."""
    file = path.open("ab", buffering=0)
    unshare(file)
    return file


def unshare(file: IO[bytes]) -> None:
    """Have processes that are forked from now on close their copy of a file, which has no buffer.

    A buffer has a lock, which a thread that is not forked may hold.
    """
    _files.add(file)


def _close_copies() -> None:
    for file in _files:
        file.close()


os.register_at_fork(after_in_child=_close_copies)
