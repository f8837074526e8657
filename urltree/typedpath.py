"""Paths as they are typed."""

from pathlib import Path

import typer


def typed_path(text: str | Path) -> Path:
    """Take a path from a command line. Raises `typer.BadParameter` for none: `Path` has it for a dot."""
    if not str(text):
        raise typer.BadParameter("the path is empty; give . for the working directory.")
    return Path(text)
