"""Files of limited size in a folder; the oldest are removed to make room for new ones."""

from __future__ import annotations

import logging
import os
import secrets
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from io import FileIO

_logger = logging.getLogger(__name__)

#: Bytes of a file at most, as is usual for WARC; but no more than this share of what the folder may hold.
_SIZE, _SHARE = 2**30, 1 / 16

_PREFIX, _SUFFIX = "urltree-", ".warc.gz"


class Files:
    """The files of one process, in a folder to which other processes may write too.

    All files in the folder together hold `max_bytes` at most, plus one file for each further process. Each
    begins with what `head` returns. Raises `OSError` for a folder that cannot be written to.
    """

    def __init__(self, folder: Path, max_bytes: int, head: Callable[[], bytes]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "it cannot be written to", str(folder))
        self._folder = folder
        self._max_bytes = max_bytes
        self._size = min(_SIZE, int(max_bytes * _SHARE))
        self._head = head
        # So that no two files get the same name, even from different processes, machines or containers.
        self._process = secrets.token_hex(4)
        self._numbers = count(1)
        self._file: FileIO | None = None

    def append(self, data: bytes) -> None:
        """Write all of it to one file. Raises `OSError`; then none of it remains."""
        file = self._file_with_room(len(data))
        end = file.tell()
        rest = memoryview(data if end else self._head() + data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except OSError:
            self._take_back(file, end)
            raise

    def close(self) -> None:
        """Close the open file; another is opened if more data comes."""
        if self._file:
            self._file.close()
            self._file = None

    def _take_back(self, file: FileIO, end: int) -> None:
        file.truncate(end)
        file.seek(end)
        if not end:  # many readers take an empty file for an error
            self.close()
            Path(file.name).unlink(missing_ok=True)

    def _file_with_room(self, needed: int) -> FileIO:
        file = self._file
        if file is None or file.tell() + needed > self._size or _is_removed(file):
            self.close()
            self._make_room()
            file = self._file = (self._folder / self._next_name()).open("xb", buffering=0)
        return file

    def _next_name(self) -> str:
        """Name a file so that it sorts after all earlier ones."""
        now = datetime.now(UTC)
        return f"{_PREFIX}{now:%Y%m%dT%H%M%SZ}-{self._process}-{next(self._numbers):05}{_SUFFIX}"

    def _make_room(self) -> None:
        """Remove the oldest files until there is room for a new one."""
        files = sizes(self._folder)
        surplus = sum(files.values()) + self._size - self._max_bytes
        for file, size in files.items():
            if surplus <= 0:
                return
            file.unlink(missing_ok=True)
            _logger.info("%s was removed: recordings may take at most %s bytes", file, self._max_bytes)
            surplus -= size


def sizes(folder: Path) -> dict[Path, int]:
    """Return the size in bytes of each file that was written to a folder, the oldest first."""
    return {file: _size(file) for file in sorted(folder.glob(f"{_PREFIX}*{_SUFFIX}"))}


def _is_removed(file: FileIO) -> bool:
    return os.fstat(file.fileno()).st_nlink == 0


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:  # another process has removed it
        return 0
