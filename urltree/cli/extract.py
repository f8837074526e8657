"""The command ``urltree extract``."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from urltree import decide
from urltree.annotate import annotate
from urltree.cli.options import Data, Rules, Store, Title, store_url
from urltree.cli.printable import printable
from urltree.errors import InputError, StoreError
from urltree.extract import Extractor
from urltree.extraction import Extraction
from urltree.rules import load_rules
from urltree.store.embedded import server_binary

Heuristic = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        envvar="URLTREE_HEURISTIC",
        help=f"One of {', '.join(decide.NAMES)}; N is a number.",
    ),
]


def extract(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The page's HTML; - is standard input.")
    ] = Path("-"),
    *,
    url: Annotated[
        str, typer.Option(metavar="URL", help="URL of the page, after redirects. Nothing is fetched from it.")
    ],
    title: Title = None,
    charset: Annotated[
        str | None, typer.Option(metavar="NAME", help="Charset of the page, if HTTP declared one.")
    ] = None,
    heuristic: Heuristic = decide.DEFAULT,
    observe: Annotated[
        bool, typer.Option("--observe/--no-observe", help="Count the page in its site's tree, or only look.")
    ] = True,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print text, URL key, status, evidence and every block as JSON.")
    ] = False,
    as_html: Annotated[
        bool,
        typer.Option(
            "--html",
            help="Print the page with its blocks marked content, boilerplate, or cold: not enough pages yet.",
        ),
    ] = False,
    store: Store = None,
    data: Data = None,
    rules: Rules = None,
) -> None:
    """Extract the text of a page, and learn its site on the way.

    The more pages of the site have been seen, the better is known what of it repeats.
    """
    if as_json and as_html:
        raise InputError("--json and --html exclude each other; give one")
    html = _read(file)
    own_rules = load_rules(rules) if rules else None
    with Extractor(heuristic, _kept(store, data), rules=own_rules) as extractor:
        extraction = extractor.extract(html, url, title=title, charset=charset, observe=observe)
    if as_html:
        typer.echo(annotate(html, _marks(extraction), charset), nl=False)
    else:
        typer.echo(_as_json(extraction) if as_json else printable(extraction.text))


def _read(file: Path) -> bytes:
    try:
        with open(0 if file == Path("-") else file, "rb", closefd=file != Path("-")) as page:
            if page.isatty():
                typer.echo("urltree: reading the page's HTML from the terminal; Ctrl-D ends it", err=True)
            return page.read()
    except OSError as error:
        raise InputError(f"{file}: {error.strerror}; give a file of HTML, or - for standard input") from error


def _kept(store: str | None, data: Path | None) -> str:
    """Name the store; without a server for the private one, that which keeps nothing."""
    if not store:
        try:
            server_binary()
        except StoreError as error:
            typer.echo(f"urltree: nothing is kept: {error}", err=True)
            return "memory://"
    return store_url(store, data)


def _as_json(extraction: Extraction) -> str:
    """Write what `POST /extract` answers."""
    told = {
        "text": extraction.text,
        "url": extraction.url,
        "url_key": extraction.url_key,
        "domain": extraction.domain,
        "status": extraction.status,
        "revision": extraction.revision,
        **asdict(extraction.metadata),
        "evidence": asdict(extraction.evidence),
        "blocks": [{"text": block.text, **decision._asdict()} for block, decision in extraction.blocks],
    }
    return json.dumps(told, ensure_ascii=False)


def _marks(extraction: Extraction) -> list[str]:
    if not extraction.evidence.warm:
        return ["cold"] * len(extraction.decisions)
    return [decision.label for decision in extraction.decisions]
