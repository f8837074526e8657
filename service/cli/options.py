"""Options that more than one command of the service takes."""

from typing import Annotated

import typer

from urltree.cli.options import Data

__all__ = ["Data", "Store"]

Store = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="URLTREE_REDIS_URL",
        help="Redis or Valkey of the service (redis://, rediss://, unix://). Default: the private Valkey in "
        "--data.",
    ),
]
