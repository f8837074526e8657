"""Paths as they are typed on a command line."""

from pathlib import Path
from typing import Annotated

import typer


def typed_path(text: str | Path) -> Path:
    """Parse a path. Raises `typer.BadParameter` for an empty one, which `Path` would take for a dot."""
    if not str(text):
        raise typer.BadParameter("the path is empty; use . for the working directory.")
    return Path(text)


#: Argument of commands that read data sets.
Folders = Annotated[
    list[Path],
    typer.Argument(metavar="DIR", parser=typed_path, help="JSON Lines files, or folders of them."),
]
