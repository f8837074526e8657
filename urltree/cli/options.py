"""Options that more than one command takes."""

from pathlib import Path
from typing import Annotated

import typer

from urltree.commandline.typedpath import typed_path

Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="URLTREE_REDIS_URL",
        help="Redis or Valkey that keeps what is learnt (redis://, rediss://, unix://), or memory:// to keep "
        "nothing. Default: a private Valkey in --data.",
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        parser=typed_path,
        envvar="URLTREE_DATA",
        help="Folder for the private Valkey's data. Default: urltree in the user's data directory.",
    ),
]
Rules = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        parser=typed_path,
        envvar="URLTREE_RULES",
        help="Folder of additional normalisation rules, which take precedence over urltree's own.",
    ),
]
Title = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Title of the document, as given by its feed."),
]
