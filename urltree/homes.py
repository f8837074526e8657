"""The user's home folder: ``~`` in paths, and where data are kept."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from urltree.errors import InputError


def expanded(path: Path) -> Path:
    """Replace ``~`` by the home folder. Raises `InputError` if that is not known."""
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise InputError(f"{path}: there is no such home folder; use the full path") from error


def default_data_dir() -> Path:
    """Return the platform's folder for a user's data (XDG base directories; on macOS the library).

    Raises `InputError` if the user's home folder is needed and not known.
    """
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    try:
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "urltree"
        # The XDG specification says to ignore relative paths.
        return (given if given.is_absolute() else Path.home() / ".local" / "share") / "urltree"
    except RuntimeError as error:
        raise InputError("the user's home folder is not known; set HOME, or name a data folder") from error
