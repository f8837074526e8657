"""Settings in files: ``.env`` in the working directory, and a TOML file."""

from __future__ import annotations

import os
import re
import tomllib
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dotenv import dotenv_values
from dotenv.parser import parse_stream

from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Container

#: Start of each setting's name in the environment and in ``.env``.
PREFIX = "URLTREE_"

#: The variable that names the TOML file, and the files that are read in the working directory.
CONFIG, TOML, DOTENV = f"{PREFIX}CONFIG", "urltree.toml", ".env"

#: A line that was to set one of ours, perhaps as files of other kinds do: ``set NAME=…``, ``- NAME=…``.
_OURS = re.compile(rf"^[^\w#]*(?:(?:export|set)\s+)?(?P<name>{PREFIX}\w*)", re.IGNORECASE | re.MULTILINE)

#: The most days that a setting may be: more than a century is a mistake.
MOST_DAYS = 36_500


def variable(setting: str) -> str:
    """Return the name of a setting in the environment and in ``.env``."""
    return f"{PREFIX}{setting.upper()}"


def toml_file() -> Path:
    """Return the path of the TOML file, which need not exist.

    Raises `InputError` if the user has named one that does not.
    """
    named = os.environ.get(CONFIG)
    if named and not Path(named).is_file():
        raise InputError(f"{CONFIG}: {named} is not a file; name a TOML file, or unset {CONFIG}")
    return Path(named or TOML)


def toml_settings() -> dict[str, Any]:
    """Return what the TOML file sets, nothing if there is none.

    Raises `InputError` if it cannot be read.
    """
    file = toml_file()
    try:
        return tomllib.loads(_text(file))
    except (ValueError, RecursionError) as error:  # bad syntax, but also numbers too large or deep nesting
        raise InputError(f"{file} is not valid TOML: {error}") from error


def check_dotenv() -> None:
    """Raise `InputError` if ``.env`` cannot be read, or sets nothing where it was to set one of ours.

    Such a setting would be left out, and API keys with it.
    """
    for read in parse_stream(StringIO(_text(Path(DOTENV)))):
        # What cannot be read may go on over lines that it has taken for its own.
        find = _OURS.search if read.error else _OURS.match
        is_ours = (read.key or "").upper().startswith(PREFIX)
        if not is_ours and (ours := find(read.original.string)):
            name = ours["name"]
            raise InputError(
                f"{name} in {DOTENV} is not {name}=VALUE, or it or a line above lacks its second quote"
            )


def _text(file: Path) -> str:
    """Read a file, which need not exist. Raises `InputError` if it cannot be read."""
    try:
        return file.read_text("utf-8-sig") if file.is_file() else ""
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8; save the file as UTF-8") from error


def file_settings(wanted: Container[object]) -> dict[str, str]:
    """Return the wanted settings from ``.env``, else from the TOML file: variable name -> its value, as text.

    Raises `InputError` if a file cannot be read, or has a list or the like for a wanted setting.
    """
    settings = {
        variable(name): _as_text(name, value)
        for name, value in toml_settings().items()
        if variable(name) in wanted
    }
    check_dotenv()
    variables = {name.upper(): value for name, value in dotenv_values(DOTENV).items() if value}
    return settings | {name: value for name, value in variables.items() if name in wanted}


def _as_text(name: str, value: Any) -> str:
    if not isinstance(value, str | int | float):
        raise InputError(f"{toml_file()}: {name} is {value!r}; use a single text or number")
    return str(value)
