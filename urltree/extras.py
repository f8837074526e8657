"""Optional libraries: imported when they are used; if one is absent, the error names the extra to install."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from urltree.errors import InputError

if TYPE_CHECKING:
    from types import ModuleType


def library(name: str, extra: str) -> ModuleType:
    """Import a module that the extra ``urltree[extra]`` installs.

    Raises `InputError`, with the command that installs it, if it or a module that it needs is absent.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise absent(error.name, extra) from error


def absent(name: str | None, extra: str) -> InputError:
    """Return the error for what is not installed."""
    return InputError(f"{name} is not installed; run pip install 'urltree[{extra}]'")
