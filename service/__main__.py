"""`python -m service`: the same as `urltree serve`."""

import sys

import typer

from service.command import serve
from urltree.errors import InputError, UrlTreeError


def main() -> None:
    """Serve until told to stop; exit with 2 if the input is at fault, with 1 if anything else is."""
    try:
        typer.run(serve)
    except UrlTreeError as error:
        typer.echo(f"urltree: {error}", err=True)
        sys.exit(2 if isinstance(error, InputError) else 1)


if __name__ == "__main__":
    main()
