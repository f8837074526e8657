"""Home folders in paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def expanded(path: Path) -> Path:
    """Replace ``~`` by the home folder. Raises `InputError` if that is not known."""
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise InputError(f"{path}: there is no such home folder; use the full path") from error
