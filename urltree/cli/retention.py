"""How much of its past a domain keeps, set as for `urltree serve`: by the environment, else by files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

from urltree.commandline.settingfiles import MOST_DAYS, PREFIX, file_settings
from urltree.errors import InputError
from urltree.models import Retention

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_DAY = 86_400.0

_VARIABLES = [f"{PREFIX}{name}" for name in ("MAX_AGE", "MAX_DOCUMENTS", "MIN_DOCUMENTS")]

_Number = TypeVar("_Number", int, float)


def retention() -> Retention:
    """Read the retention. Raises `InputError` for values that are not valid."""
    default = Retention()
    environment = file_settings(_VARIABLES) | {name: value for name, value in os.environ.items() if value}
    days = _number(environment, "MAX_AGE", float, default.max_age / _DAY)
    if not 0 < days <= MOST_DAYS:
        raise InputError(
            f"{PREFIX}MAX_AGE is {environment[f'{PREFIX}MAX_AGE']}; "
            f"use a number of days above 0, {MOST_DAYS} at most"
        )
    documents = _number(environment, "MAX_DOCUMENTS", int, default.max_documents)
    fewest = _number(environment, "MIN_DOCUMENTS", int, default.min_documents)
    try:
        return Retention(documents, days * _DAY, fewest)
    except InputError as error:
        raise InputError(
            f"{PREFIX}MAX_DOCUMENTS or {PREFIX}MIN_DOCUMENTS is out of range: {error}"
        ) from error


def _number(
    environment: Mapping[str, str], name: str, kind: Callable[[str], _Number], default: _Number
) -> _Number:
    """Read a setting, named without the prefix."""
    text = environment.get(f"{PREFIX}{name}")
    try:
        return default if text is None else kind(text)
    except ValueError:
        number = "whole number" if kind is int else "number"
        raise InputError(f"{PREFIX}{name} is {text!r}; use a {number}") from None
