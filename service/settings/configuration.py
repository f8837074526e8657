"""Where settings are found: command line, environment, ``.env``, TOML; the first that has a setting wins."""

from __future__ import annotations

import logging
import os
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import ValidationError
from pydantic_settings import DotEnvSettingsSource, EnvSettingsSource

from service.settings.masking import masked
from service.settings.settings import Settings
from urltree.commandline.settingfiles import (
    CONFIG,
    DOTENV,
    PREFIX,
    check_dotenv,
    toml_file,
    toml_settings,
    variable,
)
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pydantic_core import ErrorDetails

_logger = logging.getLogger(__name__)

#: How similar, from 0 to 1, a known name must be to be suggested for an unknown one.
_NEAR = 0.7

#: What to say where pydantic speaks of types and parsing.
_IN_PLAIN_WORDS = {
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_parsing": "must be a number",
    "bool_parsing": "must be true or false",
    "byte_size": "must be a number of bytes, such as 20 MiB",
    "byte_size_unit": "must be a number of bytes, such as 20 MiB",
}


class Source(NamedTuple):
    """A place where settings are found."""

    #: The values of the settings found there, by name.
    found: Mapping[str, Any]
    #: From the name of a setting to what it is called there.
    call: Callable[[str], str]


_VARIABLES = frozenset(map(variable, Settings.model_fields))


def read_settings(
    given: Mapping[str, Any] | None = None, options: Mapping[str, str] | None = None
) -> Settings:
    """Read the settings; among those given on the command line, None means not given. Raises `InputError`.

    `options` maps settings to their options on the command line, where the two have different names.
    """
    chosen = {name: value for name, value in (given or {}).items() if value is not None}
    sources = find_sources(chosen, options)
    try:
        return Settings(**chosen)
    except ValidationError as error:
        raise InputError("; ".join(_complaint(fault, sources) for fault in error.errors())) from error


def find_sources(given: Mapping[str, Any], options: Mapping[str, str] | None = None) -> list[Source]:
    """List the places where settings are found; the first wins. Raises `InputError` if one is unreadable.

    `options` is as in `read_settings`.
    """
    named = options or {}
    check_dotenv()
    return [
        Source(given, lambda setting: named.get(setting, f"--{setting.replace('_', '-')}")),
        Source(EnvSettingsSource(Settings)(), variable),
        Source(DotEnvSettingsSource(Settings)(), lambda setting: f"{variable(setting)} in {DOTENV}"),
        Source(toml_settings(), lambda setting: f"{setting} in {toml_file()}"),
    ]


def origin(setting: str, sources: Iterable[Source]) -> str:
    """Say where the value of a setting comes from."""
    return next((source.call(setting) for source in sources if setting in source.found), "default")


def unknown_variables() -> list[str]:
    """List a complaint for each variable of the environment that looks like a setting but is none."""
    names = [name.upper() for name in os.environ if name.upper().startswith(PREFIX)]
    known = {CONFIG, *_VARIABLES}
    return [f"{name}: {_no_such(name, known)}" for name in names if name not in known]


def warn_of_unknown_variables() -> None:
    """Log what `unknown_variables` complains of."""
    for complaint in unknown_variables():
        _logger.warning("%s", complaint)


def _complaint(fault: ErrorDetails, sources: Iterable[Source]) -> str:
    """Name the setting and how to mend it. Values that we check ourselves are not quoted: some are secret."""
    name = origin(str(fault["loc"][0]), sources)
    match fault["type"]:
        case "value_error":
            return f"{name}: {fault['ctx']['error']}"
        case "extra_forbidden":
            written = name.partition(" in ")[0]  # in TOML, settings have other names than in .env
            known = _VARIABLES if written.startswith(PREFIX) else Settings.model_fields
            return f"{name}: {_no_such(written, known)}"
        case _:
            said = fault["msg"].replace("Input should be", "must be")
            return f"{name}: {_IN_PLAIN_WORDS.get(fault['type'], said)}, not {masked(repr(fault['input']))}"


def _no_such(name: str, known: Iterable[str]) -> str:
    bare = {each.removeprefix(PREFIX): each for each in known}  # all have the prefix in common
    near = get_close_matches(name.removeprefix(PREFIX), bare, 1, _NEAR)
    mend = f"did you mean {bare[near[0]]}?" if near else "urltree config lists them"
    return f"there is no such setting; {mend}"
