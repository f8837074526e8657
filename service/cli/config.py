"""The command ``urltree config``."""

from __future__ import annotations

import json
from typing import NamedTuple

import typer

from service.settings.configuration import find_sources, origin, read_settings, unknown_variables
from service.settings.masking import masked
from urltree.commandline.machine import AsJson, echo_utf8
from urltree.commandline.settingfiles import variable


class _Line(NamedTuple):
    setting: str
    value: str
    #: Where it comes from.
    source: str


def config(*, as_json: AsJson = False) -> None:
    """Print every setting, its value and where it comes from; secrets are left out."""
    lines = _lines()
    if as_json:
        echo_utf8(json.dumps([line._asdict() for line in lines], ensure_ascii=False, indent=2))
    else:
        width = max(len(line.value) for line in lines)
        for line in lines:
            typer.echo(f"{variable(line.setting):26} {line.value:{width}}  {line.source}")
    for complaint in unknown_variables():
        typer.echo(f"urltree: warning: {complaint}", err=True)


def _lines() -> list[_Line]:
    settings, sources = read_settings(), find_sources({})
    return [_Line(name, _shown(value), origin(name, sources)) for name, value in settings]


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else masked(str(value))
