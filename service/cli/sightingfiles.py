"""Sightings in files: one document a line, as JSON."""

from __future__ import annotations

import gzip
import json
import lzma
import sys
import zlib
from typing import TYPE_CHECKING, Any

from urltree.errors import InputError, UrlError
from urltree.mining.sightings import Sighting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

_OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open}
_ENDS = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz", ".jsonl.xz", ".ndjson.xz")


def read_sightings(path: Path) -> Iterator[Sighting]:
    """Read the lines of a file, of all files in a folder, or of standard input for ``-``.

    A line is ``{"url", "title", "text"}``; ``gold`` may stand in for text, all but url may be absent, and a
    line whose url is null is skipped. Raises `InputError` with file, line and reason.
    """
    for file in _files(path):
        for where, line in _lines(file):
            if line.strip() and (sighting := _sighting(line, where)):
                yield sighting


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.name.endswith(_ENDS))
    if not files:
        raise InputError(f"{path}: found no file that ends in {', '.join(_ENDS)}")
    return files


def _lines(file: Path) -> Iterator[tuple[str, bytes]]:
    if str(file) == "-":
        yield from _numbered("standard input", sys.stdin.buffer)
        return
    try:
        with _OPENERS.get(file.suffix, open)(file, "rb") as lines:
            yield from _numbered(str(file), lines)
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{file} cannot be read: {reason}") from error


def _numbered(name: str, lines: Iterable[bytes]) -> Iterator[tuple[str, bytes]]:
    return ((f"{name}:{number}", line) for number, line in enumerate(lines, 1))


def _sighting(line: bytes, where: str) -> Sighting | None:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", error)  # without the position, which counts from this line only
        raise InputError(f"{where}: not JSON: {reason}") from error
    if not isinstance(record, dict) or "url" not in record:
        raise InputError(f'{where}: not an object with a URL; give {{"url": …, "title": …, "text": …}}')
    url, title, text = record["url"], record.get("title"), record.get("text", record.get("gold"))
    for field, value in (("url", url), ("title", title), ("text", text)):
        if not isinstance(value, str | None):
            raise InputError(f"{where}: {field} must be a string or null, not {json.dumps(value)[:40]}")
    try:
        return Sighting.of(url, title, text) if url else None
    except UrlError as error:
        raise InputError(f"{where}: {error}") from error
