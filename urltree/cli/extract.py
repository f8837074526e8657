"""The command ``urltree extract``."""

from typing import Annotated

import typer

from urltree import decide
from urltree.cli.options import Data, MaxAge, MaxDocuments, MinDocuments, Rules, Store, Title
from urltree.cli.page import STANDARD_INPUT, Charset, File, Heuristic, Url, named, only_form, read_page
from urltree.cli.stores import store_to_learn, store_to_read
from urltree.commandline.machine import echo_json, echo_utf8
from urltree.commandline.printable import printable
from urltree.extract import Extractor
from urltree.extraction import Extraction
from urltree.models import Retention
from urltree.output.annotate import annotate
from urltree.output.clean import to_html
from urltree.output.markdown import to_markdown
from urltree.rules import load_rules

_DAY, _DEFAULT = 86_400.0, Retention()

_Marked = Annotated[
    bool,
    typer.Option(
        "--marked",
        help="Print the page with its blocks marked: content, boilerplate, or cold (site not known yet).",
    ),
]


def extract(
    file: File = STANDARD_INPUT,
    *,
    url: Url,
    title: Title = None,
    charset: Charset = None,
    heuristic: Heuristic = decide.DEFAULT,
    observe: Annotated[
        bool,
        typer.Option("--observe/--no-observe", help="Count the page in its site's tree, or only judge it."),
    ] = True,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print text, URL key, status, metadata, evidence and every block as JSON."
        ),
    ] = False,
    as_markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the content as Markdown; with --json, inside the JSON.")
    ] = False,
    as_html: Annotated[
        bool, typer.Option("--html", help="Print the content as HTML, with its structure and links.")
    ] = False,
    as_marked: _Marked = False,
    store: Store = None,
    data: Data = None,
    rules: Rules = None,
    max_documents: MaxDocuments = _DEFAULT.max_documents,
    max_age: MaxAge = _DEFAULT.max_age / _DAY,
    min_documents: MinDocuments = _DEFAULT.min_documents,
) -> None:
    """Extract the text of a page, and learn about its site.

    The more pages of a site have been seen, the better urltree knows what repeats on them.
    """
    forms = {"--json": as_json, "--markdown": as_markdown and not as_json, "--html": as_html}
    form = only_form(forms | {"--marked": as_marked})
    html = read_page(file)
    own_rules = load_rules(rules)
    retention = Retention(max_documents, max_age * _DAY, min_documents)
    kept = store_to_learn(store, data) if observe else store_to_read(store, data)
    with Extractor(heuristic, kept, retention=retention, rules=own_rules) as extractor, named(file):
        extraction = extractor.extract(html, url, title=title, charset=charset, observe=observe)
    if as_json:
        also = {"markdown": to_markdown(html, extraction, charset)} if as_markdown else {}
        echo_json(extraction.as_dict() | also)
    else:
        _print(html, extraction, charset, form)


def _print(html: bytes, extraction: Extraction, charset: str | None, form: str | None) -> None:
    match form:
        case "--markdown":
            echo_utf8(printable(to_markdown(html, extraction, charset)))
        case "--html":
            echo_utf8(printable(to_html(html, extraction, charset)))
        case "--marked":
            echo_utf8(annotate(html, _marks(extraction), charset))
        case _:
            typer.echo(printable(extraction.text))


def _marks(extraction: Extraction) -> list[str]:
    """Mark blocks as cold that a heuristic which only counts judged before there was enough to count."""
    warm = extraction.evidence.warm
    return ["cold" if each.score is None and not warm else each.label for each in extraction.decisions]
