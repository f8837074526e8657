"""The file of a backup: records in gzip, which marks its end and has a checksum.

    magic │ header │ record │ record │ …

A record is its number of parts (2 bytes), then each part preceded by its length (4 bytes); numbers are
big-endian.
"""

from __future__ import annotations

import gzip
import os
import struct
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

#: A kind, then the parts that records of that kind have; see `service.backup.snapshot`.
Record = tuple[bytes, ...]

_MAGIC = b"urltree-backup-1\n"

#: The most bytes of a part; a file that claims more is damaged.
_LONGEST = 2**30

#: Level of compression; low, because values are compressed already where that pays.
_QUICK = 1


class Header(BaseModel):
    """What a backup says about itself."""

    model_config = ConfigDict(frozen=True)

    #: The version of urltree.
    version: str
    #: Name and version of the server that was backed up.
    store: str
    #: When it was begun; ISO 8601.
    created: str


def write_backup(path: Path, header: Header, records: Iterable[Record]) -> int:
    """Write a backup that only its owner may read; it appears at `path` once it is complete.

    Returns the number of records. Raises `InputError` if it cannot be written, or would replace a file that
    is no backup.
    """
    if path.exists() and not _is_backup(path):
        raise InputError(f"{path} already exists and is not a backup; choose another name")
    try:
        with TemporaryDirectory(prefix="urltree-backup-", dir=path.parent) as folder:
            part = Path(folder, "part")
            part.touch(0o600)
            with part.open("wb") as file:
                with gzip.GzipFile("", "wb", _QUICK, file) as packed:
                    count = _write_all(packed.write, header, records)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            return count
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}; choose another place") from error


def check_backup(path: Path) -> tuple[Header, int]:
    """Read a backup to its last byte; return its header and its number of records.

    Raises `InputError` if the file is damaged or no backup.
    """
    with _opened(path) as file:
        return _header(path, file), sum(1 for _ in _records(file))


def read_backup(path: Path) -> Iterator[Record]:
    """Yield the records of a backup. Raises `InputError` where it is damaged."""
    with _opened(path) as file:
        _header(path, file)
        yield from _records(file)


def _is_backup(path: Path) -> bool:
    """Return whether a file begins as a backup does; a device or the like is not opened."""
    if path.is_file():
        with suppress(OSError, EOFError, zlib.error), gzip.open(path) as file:
            return file.read(len(_MAGIC)) == _MAGIC
    return False


def _write_all(write: Callable[[bytes], object], header: Header, records: Iterable[Record]) -> int:
    write(_MAGIC)
    write(_packed((header.model_dump_json().encode(),)))
    count = 0
    for record in records:
        write(_packed(record))
        count += 1
    return count


def _packed(record: Record) -> bytes:
    parts = (struct.pack(">I", len(part)) + part for part in record)
    return b"".join([struct.pack(">H", len(record)), *parts])


@contextmanager
def _opened(path: Path) -> Iterator[gzip.GzipFile]:
    try:
        with gzip.open(path) as file:
            yield file
    except gzip.BadGzipFile as error:
        raise InputError(f"{path} is not a backup of urltree, or is damaged") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from error
    except (EOFError, zlib.error, struct.error, ValueError) as error:
        msg = f"{path} is damaged or was cut short, so nothing can be restored from it; use another"
        raise InputError(msg) from error


def _header(path: Path, file: gzip.GzipFile) -> Header:
    if file.read(len(_MAGIC)) != _MAGIC:
        raise InputError(f"{path} is not a backup of urltree, or was made by a newer version")
    (header,) = next(_records(file), (b"",))
    return Header.model_validate_json(header)


def _records(file: gzip.GzipFile) -> Iterator[Record]:
    while number := file.read(2):
        (parts,) = struct.unpack(">H", number)
        yield tuple(_part(file) for _ in range(parts))


def _part(file: gzip.GzipFile) -> bytes:
    (size,) = struct.unpack(">I", file.read(4))
    part = file.read(size) if size <= _LONGEST else b""
    if len(part) != size:
        raise EOFError
    return part
