"""Data sets: folders of JSON Lines files, one page with its gold text a line, in order of publication.

A line is ``{"site", "url", "title", "page_type", "gold", "html"}``; all but gold and html may be null or
absent, other fields are ignored. File names end in .jsonl, .jsonl.gz or .jsonl.xz.
"""

from __future__ import annotations

import gzip
import json
import lzma
import re
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from urltree.errors import DatasetError
from urltree.url import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

_OPENERS: dict[str, Callable[..., Any]] = {".jsonl": open, ".jsonl.gz": gzip.open, ".jsonl.xz": lzma.open}

_HOST = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


@dataclass(frozen=True, slots=True)
class GoldPage:
    """One page and the text that should be found in it."""

    #: ``file:line``, for messages.
    where: str
    #: Pages of one site share a tree. A page without a site gets one of its own, named ``line N``.
    site: str
    #: A page without a URL gets one that no other page has.
    url: str
    title: str | None
    gold: str
    html: str
    #: ``article``, ``product``, …
    kind: str | None = None


def set_name(path: Path) -> str:
    """Return the name of a data set by its file: ``phase5`` for ``streams/phase5.jsonl.xz``."""
    return path.name.removesuffix(_suffix(path))


def dataset_files(folders: Iterable[Path]) -> list[Path]:
    """List the data set files of folders, in order of folder and name; a file may stand for a folder.

    Raises `DatasetError` if a folder cannot be read or has no such file, or if two have the same name.
    """
    files = [path for folder in folders for path in _files_in(folder)]
    seen: dict[str, Path] = {}
    for path in files:
        other = seen.setdefault(set_name(path), path)
        if other is not path:
            raise _of_one_name(path, other)
    return files


def _of_one_name(path: Path, other: Path) -> DatasetError:
    if path.resolve() == other.resolve():
        return DatasetError(f"{path} is given twice; give each file once")
    return DatasetError(f"{path} and {other} have the same name; leave one out, or rename it")


def _files_in(folder: Path) -> list[Path]:
    try:
        files = [folder] if folder.is_file() else sorted(folder.iterdir())
    except OSError as error:
        raise DatasetError(f"{folder} cannot be read: {error.strerror}") from error
    if not (found := [path for path in files if _suffix(path)]):
        raise DatasetError(f"{folder}: found no file that ends in {', '.join(_OPENERS)}")
    return found


def _suffix(path: Path) -> str:
    return next((suffix for suffix in _OPENERS if path.name.endswith(suffix)), "")


def read_pages(path: Path) -> Iterator[GoldPage]:
    """Read the pages of one file in order; blank lines are skipped.

    Raises `DatasetError` with file, line and reason for what cannot be read, and for a file without pages.
    """
    number = 0
    for number, line in _lines(path):
        yield _page(line, f"{path}:{number}", number)
    if not number:
        raise DatasetError(f"{path} holds no pages")


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    number = 0
    try:
        with _OPENERS[_suffix(path)](path, "rb") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except (OSError, EOFError, lzma.LZMAError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise DatasetError(f"{path}:{number + 1}: cannot be read: {reason}") from error


def _page(line: bytes, where: str, number: int) -> GoldPage:
    record = _record(line, where)
    site, url, title, kind = (
        _optional(record, field, where) for field in ("site", "url", "title", "page_type")
    )
    return GoldPage(
        where=where,
        site=site or f"line {number}",
        url=url or _placeholder_url(site, number),
        title=title,
        gold=_text(record, "gold", where),
        html=_text(record, "html", where),
        kind=kind,
    )


def _record(line: bytes, where: str) -> dict[str, object]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", error)  # without the position, which counts from this line only
        raise DatasetError(f"{where}: not JSON: {reason}") from error
    if not isinstance(record, dict):
        raise DatasetError(f"{where}: not a JSON object")
    return record


def _text(record: dict[str, object], field: str, where: str) -> str:
    if not isinstance(value := record.get(field), str):
        raise DatasetError(f"{where}: {field} must be a string, not {json.dumps(value)[:40]}")
    return without_surrogates(value)


def _optional(record: dict[str, object], field: str, where: str) -> str | None:
    return None if record.get(field) is None else _text(record, field, where)


def _placeholder_url(site: str | None, number: int) -> str:
    """Make up a URL; at the site's host if the site is named by it, to keep the pages of a site together."""
    host = site if site and _HOST.fullmatch(site) else "no-url.invalid"
    return f"http://{host}/page-{number}"
