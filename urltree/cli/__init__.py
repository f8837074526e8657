"""The command line. Each command is imported when it is called, so that help and small ones are quick.

Exit codes: 0 fine; 1 the store, or another thing outside, failed; 2 the input is at fault; 130 Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from urltree.cli.later import Later, examples
from urltree.errors import InputError, UrlTreeError

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=examples(
        "curl -sL https://example.com/news/bridge | urltree extract --url https://example.com/news/bridge",
        "urltree tree example.com",
        intro="Feed it the pages of a site as they come:",
    ),
)
app.add_typer


def main() -> None:
    """Run the command line and end the process with its exit code."""
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has left. The interpreter flushes once more at its end, and must not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
