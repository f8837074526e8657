"""The command ``urltree explain``."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text

from urltree import decide
from urltree.auto.explain import BlockExplanation, Mark, explain_blocks
from urltree.cli.console import console
from urltree.cli.options import Data, Rules, Store, Title
from urltree.cli.page import STANDARD_INPUT, Charset, File, Heuristic, Url, named, only_form, read_page
from urltree.cli.stores import store_to_read
from urltree.commandline.machine import AsJson, echo_json, echo_utf8
from urltree.commandline.printable import printable
from urltree.extract import Extractor
from urltree.extraction import Extraction
from urltree.output.explainpage import explanation_page, judged_by
from urltree.rules import load_rules

_STYLES = {Mark.CONTENT: "green", Mark.BOILERPLATE: "red", Mark.UNCERTAIN: "yellow"}

#: Characters of a block that are shown on a terminal.
_SHOWN_CHARS = 160

_INDENT = " " * 8


def explain(
    file: File = STANDARD_INPUT,
    *,
    url: Url,
    title: Title = None,
    charset: Charset = None,
    heuristic: Heuristic = decide.DEFAULT,
    as_json: AsJson = False,
    as_html: Annotated[
        bool, typer.Option("--html", help="Print a self-contained page, to be viewed in a browser.")
    ] = False,
    store: Store = None,
    data: Data = None,
    rules: Rules = None,
) -> None:
    """Explain why each block of a page is kept or left out. Nothing is counted.

    Prints each block with its label, the number of documents that hold it, how likely it is to be content,
    and the strongest reasons. The page is judged as if it had been counted.
    """
    form = only_form({"--json": as_json, "--html": as_html})
    html = read_page(file)
    own_rules = load_rules(rules)
    with Extractor(heuristic, store_to_read(store, data), rules=own_rules) as extractor, named(file):
        extraction = extractor.extract(html, url, title=title, charset=charset, observe=False)
    explanations = explain_blocks(extraction, heuristic)
    if form == "--html":
        echo_utf8(explanation_page(extraction, explanations), nl=False)
    elif form == "--json":
        echo_json(_as_dict(extraction, explanations))
    else:
        _print(extraction, explanations)


def _as_dict(extraction: Extraction, explanations: Sequence[BlockExplanation]) -> dict[str, Any]:
    return {
        "url_key": extraction.url_key,
        "domain": extraction.domain,
        "evidence": asdict(extraction.evidence),
        "blocks": [
            {
                "text": block.text,
                "path": block.path,
                **decision._asdict(),
                "mark": mark,
                "past": past and past._asdict(),
                "reasons": [reason._asdict() for reason in reasons],
            }
            for block, decision, mark, reasons, past in explanations
        ],
    }


def _print(extraction: Extraction, explanations: Sequence[BlockExplanation]) -> None:
    """Write for a terminal, where long texts are cut, or for a file, where nothing is cut."""
    out = console()
    out.print(judged_by(extraction), soft_wrap=True)
    for explained in explanations:
        out.print(_line(explained, shorten=out.is_terminal))
        for reason in explained.reasons:
            out.print(Text(f"{_INDENT}{printable(reason.sentence)}", "dim"))


def _line(explained: BlockExplanation, *, shorten: bool) -> Text:
    """Write mark, score, count and text."""
    block, decision, mark, *_ = explained
    text = printable(block.text)
    if shorten and len(text) > _SHOWN_CHARS:
        text = f"{text[:_SHOWN_CHARS]}…"
    score = "    " if decision.score is None else f"{decision.score:.2f}"
    return Text.assemble((f"{mark:<11}", _STYLES[mark]), f" {score}  {decision.count:>4,}  ", text)
