"""Check before a long run that its output can be written."""

from __future__ import annotations

from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from urltree.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def check_folder(out: Path) -> None:
    """Make a folder. Raises `InputError` if it cannot be made or written to."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        TemporaryFile(dir=out).close()
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}; choose another folder with --out") from error


def check_file(out: Path) -> None:
    """Make the folder of a file. Raises `InputError` if the file cannot be written."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        is_new = not out.exists()
        out.open("ab").close()
        if is_new:
            out.unlink()
    except OSError as error:
        raise InputError(f"{out}: {error.strerror}; choose another file with --out") from error
