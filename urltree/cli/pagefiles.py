"""Pages in files: HTML, one page a file, and data sets, one page a line."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import typer

from urltree.charset import to_utf8
from urltree.errors import InputError, PageError
from urltree.evaluation.datasets import read_pages, set_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

_HTML = (".html", ".htm")


def page_files(paths: Iterable[Path]) -> list[Path]:
    """List the files of pages in some folders and all that is below these; a file stands for itself.

    Raises `InputError` for what does not exist and for a folder without pages.
    """
    return [file for path in paths for file in _files_in(path)]


def readable_pages(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the pages in UTF-8, each with its file, and line in it; say on standard error what is left out.

    Raises `InputError` for a file that cannot be read and if no page is left.
    """
    left_out = kept = 0
    for name, html in chain.from_iterable(map(_pages, files)):
        try:
            page = to_utf8(html)
        except PageError as error:
            typer.echo(f"urltree: {name} is left out: {error}", err=True)
            left_out += 1
        else:
            kept += 1
            yield name, page
    if not kept:
        raise InputError(f"no page is left of {left_out:,}; give pages of HTML")


def is_data_set(file: Path) -> bool:
    """Tell whether a file holds a page a line."""
    return set_name(file) != file.name


def _files_in(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InputError(f"{path}: no such file or folder")
    found = sorted(file for file in path.rglob("*") if is_data_set(file) or file.suffix.lower() in _HTML)
    if not found:
        raise InputError(
            f"{path}: no pages in it; give a folder of files that end in {', '.join(_HTML)}, .jsonl, "
            ".jsonl.gz or .jsonl.xz"
        )
    return found


def _pages(file: Path) -> Iterator[tuple[str, bytes | str]]:
    if is_data_set(file):
        yield from ((page.where, page.html) for page in read_pages(file))
        return
    try:
        yield str(file), file.read_bytes()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}") from error
