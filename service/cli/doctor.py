"""The command ``urltree doctor``."""

from __future__ import annotations

from itertools import chain
from typing import Annotated

import typer

from service.cli.asking import OPTIONS
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.doctor.examination import examine
from service.doctor.finding import Finding, Grade
from service.settings.configuration import read_settings, unknown_variables
from urltree.commandline.machine import echo_json
from urltree.commandline.printable import printable


def doctor(
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
    store: Store = None,
    data: Data = None,
) -> None:
    """Check what a service needs, with its settings; the exit code is 1 if a check fails."""
    settings, failed = read_settings({"redis_url": store, "data": data}, OPTIONS), False
    findings = [Finding("settings", Grade.WARNING, complaint) for complaint in unknown_variables()]
    for finding in chain(findings, examine(settings)):
        failed |= finding.grade is Grade.FAILURE
        if as_json:
            echo_json(finding._asdict())
        else:
            typer.echo(_line(finding))
    if failed:
        raise typer.Exit(1)


def _line(finding: Finding) -> str:
    text = printable(" ".join(finding.text.split()))
    return f"{finding.grade:8} {finding.check:12} {text}"
