"""How a command line ends: an error becomes a line on standard error and an exit code.

0: success; 1: the store or something else outside failed; 2: the input is at fault; 130: Ctrl-C.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from urltree.commandline.printable import printable
from urltree.errors import InputError, UrlTreeError

if TYPE_CHECKING:
    from collections.abc import Sequence


def exit_code(app: typer.Typer, arguments: Sequence[str], name: str) -> int:
    """Run a command line and return its exit code. Raises `BrokenPipeError` if the reader has gone."""
    try:
        code: int = app(arguments, prog_name=name, standalone_mode=False) or 0
        sys.stdout.flush()
    except typer.TyperException as error:
        # Pydantic's prefix means nothing to the user.
        reason = error.format_message().replace("Value error, ", "")
        return _refuse(f"{reason}{_hint(error)}", error.exit_code)
    except UrlTreeError as error:
        return _refuse(str(error), 2 if isinstance(error, InputError) else 1)
    except ModuleNotFoundError as error:
        # No line for pip: on PyPI "urltree" is another project, which would take the place of this one.
        return _refuse(f"{error.name} is not installed; install urltree again", 2)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _refuse(_of_system(error), 1)
    return code


def _of_system(error: OSError) -> str:
    """Return what the system refused, and for which file."""
    message = error.strerror or str(error)
    return f"{error.filename}: {message}" if error.filename else message


def _hint(error: typer.TyperException) -> str:
    context: typer.Context | None = getattr(error, "ctx", None)
    end = "" if error.format_message().endswith((".", "?")) else "."
    return f"{end} See {context.command_path} --help" if context else ""


def _refuse(message: str, code: int) -> int:
    typer.echo(f"urltree: error: {printable(' '.join(message.split()))}", err=True)
    return code
