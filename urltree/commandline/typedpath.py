"""Paths as they are typed."""

from pathlib import Path
from typing import Annotated

import typer


def typed_path(text: str | Path) -> Path:
    """Take a path from a command line. Raises `typer.BadParameter` for none: `Path` has it for a dot."""
    if not str(text):
        raise typer.BadParameter("the path is empty; give . for the working directory.")
    return Path(text)


#: What commands that read data sets are given.
Folders = Annotated[
    list[Path],
    typer.Argument(
        metavar="DIR", parser=typed_path, help="Folders of JSON Lines files; such files will do too."
    ),
]
