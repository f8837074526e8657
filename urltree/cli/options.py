"""Options that more than one command takes."""

from pathlib import Path
from typing import Annotated

import typer

from urltree.commandline.settingfiles import MOST_DAYS
from urltree.commandline.typedpath import typed_path
from urltree.models import MAX_DOCUMENTS

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
# How much of its past a domain keeps: set as for a service, so that both agree on a store.
MaxDocuments = Annotated[
    int, typer.Option(hidden=True, envvar="URLTREE_MAX_DOCUMENTS", min=1, max=MAX_DOCUMENTS)
]
MaxAge = Annotated[float, typer.Option(hidden=True, envvar="URLTREE_MAX_AGE", min=0, max=MOST_DAYS)]
MinDocuments = Annotated[
    int, typer.Option(hidden=True, envvar="URLTREE_MIN_DOCUMENTS", min=0, max=MAX_DOCUMENTS)
]
Title = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Title of the document, as given by its feed."),
]
