"""Options of the commands that train a network."""

from pathlib import Path
from typing import Annotated

import typer

from urltree.commandline.typedpath import typed_path

NetworkFile = Annotated[
    Path, typer.Option(metavar="FILE", parser=typed_path, help="File to write the network to.")
]
Limit = Annotated[int, typer.Option(metavar="N", min=1, help="Maximum number of pages per site.")]
Seed = Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")]
Folds = Annotated[
    int, typer.Option(metavar="N", min=0, help="Cross-validate by domain first, in N folds; 0 does not.")
]
