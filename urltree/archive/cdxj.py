"""CDXJ: an index of the records in WARC files, so that only records which hold pages need be read."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from urltree.archive.warc import is_page
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Ends of the names of indexes; a compressed index may have any number of gzip members.
_ENDS = (".cdxj", ".cdxj.gz")

#: Start of the lines that describe the index itself.
_META = b"!"

_REVISIT = "warc/revisit"

#: Errors that a malformed line may raise.
_BAD = (ValueError, TypeError, KeyError, OverflowError, RecursionError)


class Entry(NamedTuple):
    """What an index says about one record."""

    file: Path
    #: Bytes before it.
    offset: int
    #: True for a page, and for a revisit, which found a page unchanged.
    is_page: bool


def is_index(file: Path) -> bool:
    """Return whether a file is an index by its name; otherwise it is a WARC file."""
    return file.name.endswith(_ENDS)


def index_of(file: Path) -> Path | None:
    """Return the index beside a WARC file, ``crawl.cdxj`` for ``crawl.warc.gz``, or None."""
    name = file.name.removesuffix(".gz").removesuffix(".warc")
    return next((index for end in _ENDS if (index := file.with_name(name + end)).is_file()), None)


def entries(index: Path) -> Iterator[Entry]:
    """Yield the entries of an index; WARC files are expected beside it, whatever folder it names.

    Raises `InputError` for a file that cannot be read, and for a line that does not say where a record is.
    """
    try:
        with gzip.open(index) if index.suffix == ".gz" else index.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip() and not line.startswith(_META):
                    yield _entry(index, number, line)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{index} cannot be read: {reason}; pass a CDXJ index") from error


def _entry(index: Path, number: int, line: bytes) -> Entry:
    try:
        _, _, entry = line.split(maxsplit=2)
        fields = json.loads(entry)
        file = index.with_name(Path(fields["filename"]).name)
        return Entry(file, int(fields["offset"]), _is_page(fields))
    except _BAD as error:
        raise InputError(
            f"{index}:{number}: not a key, a time and JSON with filename and offset; rebuild the index"
        ) from error


def _is_page(fields: dict[str, object]) -> bool:
    mime = fields.get("mime")
    # Resources were not answers of HTTP, so indexes give them a type without a status.
    status = fields.get("status", mime and "200")
    return mime == _REVISIT or is_page(status, mime)
