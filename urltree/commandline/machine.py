"""Output for other programs: JSON, HTML, Markdown."""

import json
from typing import Annotated

import typer

#: Option of commands that can print JSON.
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def echo_utf8(text: str, *, nl: bool = True) -> None:
    """Write a text as UTF-8, whatever the locale's charset: JSON has no other, and our HTML says so.

    Lone surrogates become escapes, as JSON writes them.
    """
    typer.echo(text.encode("utf-8", "backslashreplace"), nl=nl)


def echo_json(value: object) -> None:
    """Write a value as one line of JSON."""
    echo_utf8(json.dumps(value, ensure_ascii=False))
