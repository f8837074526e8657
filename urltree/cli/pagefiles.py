"""Pages in files: HTML files (one page each), data sets (one page a line), WARC files (one page a record)."""

from __future__ import annotations

import os
from collections import Counter
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import typer

from urltree.charset import to_utf8
from urltree.commandline.printable import printable_line
from urltree.errors import InputError, PageError
from urltree.evaluation.datasets import read_pages, set_name
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HTML = (".html", ".htm")
_ARCHIVE = (".warc", ".warc.gz")


class _Page(NamedTuple):
    """A page as it is in a file."""

    name: str
    html: bytes | str
    #: The charset that HTTP declared, where that is known.
    charset: str | None = None


def page_files(paths: Iterable[Path]) -> list[Path]:
    """List the files of pages in folders and below, each once; a path of a file is listed itself.

    Raises `InputError` for a path that does not exist, and a folder that has no pages or cannot be read.
    """
    with readable():
        return list(dict.fromkeys(file for path in paths for file in _files_in(path)))


@contextmanager
def readable() -> Iterator[None]:
    """Raise `InputError` for a path that the system does not show."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{error.filename} cannot be read: {error.strerror}; make it readable, or pass only the others"
        ) from error


def readable_pages(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and UTF-8 HTML of each page; report on standard error what is left out.

    The name is the file, with the line in a data set; in a WARC file it is the page's URL and time.
    Raises `InputError` for a file that cannot be read, and if no page is left.
    """
    kept = 0
    for name, html, charset in chain.from_iterable(map(_pages, files)):
        try:
            page = to_utf8(html, charset)
        except PageError as error:
            typer.echo(f"urltree: {printable_line(name)} is left out: {error}", err=True)
        else:
            kept += 1
            yield name, page
    if not kept:
        raise InputError("none of the pages can be used; pass HTML pages")


def collection_name(file: Path) -> str:
    """Return the name of a file of many pages without its ending, and the full name of any other file."""
    ending = next((each for each in _ARCHIVE if file.name.endswith(each)), "")
    return file.name.removesuffix(ending) if ending else set_name(file)


def is_collection(file: Path) -> bool:
    """Return whether a file holds many pages."""
    return collection_name(file) != file.name


def _files_in(path: Path) -> list[Path]:
    try:
        path.stat()  # `exists` would be False, too, where we may not look
    except FileNotFoundError as error:
        raise InputError(f"{path} does not exist; pass a file or folder") from error
    if not path.is_dir():
        return [path]
    found = sorted(file for file in _below(path) if _holds_pages(file) and file.is_file())
    if not found:
        raise InputError(
            f"{path} holds no pages; pass a folder of files that end in {', '.join(_HTML)}, .jsonl, "
            f".jsonl.gz, .jsonl.xz, {' or '.join(_ARCHIVE)}"
        )
    return found


def _below(folder: Path) -> Iterator[Path]:
    for place, _, names in os.walk(folder, onerror=_raise):
        yield from (Path(place, name) for name in names)


def _raise(error: OSError) -> NoReturn:
    raise error


def _holds_pages(file: Path) -> bool:
    return is_collection(file) or file.suffix.lower() in _HTML


def _pages(file: Path) -> Iterator[_Page]:
    if file.name.endswith(_ARCHIVE):
        yield from _captures(file)
    elif is_collection(file):
        yield from (_Page(page.where, page.html) for page in read_pages(file))
    else:
        yield _Page(str(file), _read(file))


def _captures(file: Path) -> Iterator[_Page]:
    warc = library("urltree.archive.warc", "archive")
    left_out = Counter[str]()
    for record in warc.read(file):
        if isinstance(record, warc.Response):
            found = record.snapshot
            yield _Page(f"{found.url} {found.time:%Y-%m-%dT%H:%M:%SZ}", found.html, found.charset)
        else:
            left_out[record if isinstance(record, str) else "revisit of another record's page"] += 1
    for reason, count in sorted(left_out.items()):
        typer.echo(f"urltree: {file}: records left out ({reason}): {count:,}", err=True)


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from error
