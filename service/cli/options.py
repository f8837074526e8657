"""Options that more than one command of the service takes."""

from pathlib import Path
from typing import Annotated, Any

import typer

from urltree.cli.options import Data
from urltree.commandline.typedpath import typed_path

__all__ = ["Data", "Record", "Store", "Workers", "folder", "option"]


def option(metavar: str, text: str, **more: Any) -> Any:
    """Declare an option that stands for a setting, which has a default of its own."""
    return typer.Option(metavar=metavar, help=text, **more)


def folder(text: str) -> Any:
    """Declare an option that takes a folder."""
    return option("FOLDER", text, parser=typed_path)


# A number is passed on as it is written: the settings say what is wrong with it, as with one of a file.
Workers = Annotated[str | None, option("N", "Number of processes that extract. Default: one per core.")]
Record = Annotated[Path | None, folder("Folder to record fetched pages in, as WARC files.")]

Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="URLTREE_REDIS_URL",
        help="Redis or Valkey of the service (redis://, rediss://, unix://). Default: the private Valkey in "
        "--data.",
    ),
]
