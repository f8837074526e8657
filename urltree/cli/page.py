"""What commands on one page share: their options, and reading the page."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from urltree import decide
from urltree.charset import known_charset
from urltree.commandline.standardinput import standard_input
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError, PageError

STANDARD_INPUT = Path("-")

#: What may be given as the name of a heuristic.
HEURISTICS = f"{', '.join(decide.NAMES)}; N is a number. auto:FILE takes a network that urltree train wrote"

#: A larger page is refused, because endless input would take all memory.
MOST_BYTES = 2**30

#: Bytes read at once at most: Python sets aside as much as it is told to read.
_PIECE = 2**20


def _known_charset(name: str | None) -> str | None:
    if name is not None and known_charset(name) is None:
        raise typer.BadParameter(
            f"unknown charset {name!r}; use one that browsers know, such as utf-8 or gbk."
        )
    return name


File = Annotated[
    Path,
    typer.Argument(metavar="FILE", parser=typed_path, help="File with the page's HTML; - is standard input."),
]
Url = Annotated[str, typer.Option(metavar="URL", help="URL of the page, after redirects. It is not fetched.")]
Charset = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Charset of the page, if HTTP declared one.", callback=_known_charset),
]
Heuristic = Annotated[
    str, typer.Option(metavar="NAME", envvar="URLTREE_HEURISTIC", help=f"One of {HEURISTICS}.")
]


def only_form(forms: Mapping[str, bool]) -> str | None:
    """Return the form of output that is chosen, if any. Raises `InputError` if several are."""
    chosen = [form for form, is_chosen in forms.items() if is_chosen]
    if len(chosen) > 1:
        raise InputError(f"{' and '.join(chosen)} cannot be combined; use only one")
    return next(iter(chosen), None)


def read_page(file: Path) -> bytes:
    """Read a file, or standard input for ``-``.

    Raises `InputError` if it cannot be read, `PageError` if it has more than `MOST_BYTES`.
    """
    try:
        with nullcontext(standard_input()) if file == STANDARD_INPUT else file.open("rb") as page:
            if page.isatty():
                typer.echo("urltree: reading the page's HTML from the terminal; end it with Ctrl-D", err=True)
            html = bytearray()
            while len(html) <= MOST_BYTES and (piece := page.read1(_PIECE)):
                html += piece
    except OSError as error:
        raise InputError(f"{_name(file)} cannot be read: {error.strerror}; {_mend(file)}") from error
    if len(html) > MOST_BYTES:
        raise PageError(f"{_name(file)} has more than {MOST_BYTES:,} bytes; pass a single page")
    return bytes(html)


def _mend(file: Path) -> str:
    if file == STANDARD_INPUT:
        return "pass an HTML file"
    if file.parts[:1] in (("http:",), ("https:",)):
        return "pages are not fetched; pipe one in, as with curl -L URL"
    return "pass an HTML file, or - for standard input"


def _name(file: Path) -> str:
    return "standard input" if file == STANDARD_INPUT else str(file)


@contextmanager
def named(file: Path) -> Iterator[None]:
    """Name the page in errors about it, because many commands may be running at once."""
    try:
        yield
    except PageError as error:
        raise PageError(f"{_name(file)}: {error}") from error
