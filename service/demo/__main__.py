"""``python -m service.demo``."""

import sys

import typer

from service.demo.command import demo
from urltree.errors import UrlTreeError

try:
    typer.run(demo)
except UrlTreeError as error:
    sys.exit(f"urltree: {error}")
