"""Output for other programs: JSON, HTML, Markdown."""

import typer


def echo_utf8(text: str, *, nl: bool = True) -> None:
    """Write a text as UTF-8, whatever the locale's charset: JSON has no other, and our HTML says so.

    Lone surrogates become escapes, as JSON writes them.
    """
    typer.echo(text.encode("utf-8", "backslashreplace"), nl=nl)
