"""Paths as they are typed on a command line."""

from pathlib import Path
from typing import Annotated

import typer

from urltree.homes import expanded


def typed_path(text: str | Path) -> Path:
    """Parse a path, and replace ``~`` by the home folder: shells leave it in ``--out=~/report``.

    Raises `typer.BadParameter` for an empty one, which `Path` would take for a dot, and `InputError` if there
    is no such home folder.
    """
    if not str(text):
        raise typer.BadParameter("the path is empty; use . for the working directory.")
    return expanded(Path(text))


#: Argument of commands that read data sets.
Folders = Annotated[
    list[Path],
    typer.Argument(metavar="DIR", parser=typed_path, help="JSON Lines files, or folders of them."),
]
