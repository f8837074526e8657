"""Settings in files: ``.env`` in the working directory, and a TOML file."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from dotenv import dotenv_values

from urltree.errors import InputError

#: Start of each setting's name in the environment and in ``.env``.
PREFIX = "URLTREE_"

#: The variable that names the TOML file, and the files that are read in the working directory.
CONFIG, TOML, DOTENV = f"{PREFIX}CONFIG", "urltree.toml", ".env"


def toml_file() -> Path:
    """Return the path of the TOML file, which need not exist unless the user has named it."""
    return Path(os.environ.get(CONFIG) or TOML)


def file_settings() -> dict[str, str]:
    """Return settings from ``.env``, else from the TOML file: variable name -> text or number, as text.

    Raises `InputError` if a file cannot be read.
    """
    return _of_toml(toml_file()) | _of_dotenv()


def _of_toml(file: Path) -> dict[str, str]:
    if not file.is_file():
        if os.environ.get(CONFIG):
            raise InputError(f"{CONFIG}: {file} is not a file")
        return {}
    try:
        settings = tomllib.loads(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    except (ValueError, RecursionError) as error:  # bad syntax, but also numbers too large or deep nesting
        raise InputError(f"{file} is not valid TOML: {error}") from error
    return {
        f"{PREFIX}{name.upper()}": str(value)
        for name, value in settings.items()
        if isinstance(value, str | int | float)
    }


def _of_dotenv() -> dict[str, str]:
    try:
        variables = dotenv_values(DOTENV)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{DOTENV} cannot be read: {error}") from error
    return {name.upper(): value for name, value in variables.items() if value}
