"""The commands of ``urltree rules``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Column, Table
from rich.text import Text

from service.cli.asking import ask
from service.cli.options import Data, Store  # noqa: TC001 -- typer reads them
from service.cli.sightingfiles import read_sightings
from service.worker.sightings import Sightings
from urltree.cli.console import console
from urltree.cli.options import Rules  # noqa: TC001 -- typer reads them
from urltree.commandline.machine import echo_json
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError
from urltree.mining.identify import MIN_DOCUMENTS
from urltree.mining.rulefile import accept as add_to
from urltree.mining.rulemining import propose
from urltree.rules import load_rules, on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from urltree.mining.rulemining import Proposal

rules = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Learn which query parameters identify a document.",
)

From = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="FILE",
        parser=typed_path,
        help="JSON Lines of url, title and text, instead of what the service "
        "has fetched; - is standard input.",
    ),
]


@rules.command()
def learn(
    *,
    source: From = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a line of JSON per proposal.")] = False,
    rules: Rules = None,
    store: Store = None,
    data: Data = None,
) -> None:
    """Propose rules where there are none yet, with their evidence.

    They are learnt from the newest documents of each host that a service has fetched.
    """
    proposals = _proposals(source, rules, store, data)
    if as_json:
        for each in proposals:
            echo_json(_record(each))
    elif proposals:
        console().print(_table(proposals))
    else:
        typer.echo(
            f"Nothing to propose: no parameter was seen to identify at least {MIN_DOCUMENTS} documents."
        )


@rules.command()
def accept(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Ids of proposals, as learn shows them.")],
    *,
    source: From = None,
    rules: Rules = None,
    store: Store = None,
    data: Data = None,
) -> None:
    """Add proposed rules to your folder. Services that use it pick them up within seconds."""
    if not rules:
        raise InputError("no folder of rules is named; pass --rules FOLDER, or set URLTREE_RULES")
    known = rules if rules.exists() else None
    proposals = {each.id: each for each in _proposals(source, known, store, data)}
    if unknown := [each for each in ids if each not in proposals]:
        raise InputError(
            f"there is no proposal {', '.join(unknown)}; urltree rules learn lists the proposals"
        )
    chosen = [proposals[each] for each in dict.fromkeys(ids)]
    typer.echo(
        f"{add_to(chosen, rules)}: new rules: {len(chosen)}; services with this folder pick them up now"
    )


@rules.command("list")
def list_(*, rules: Rules = None) -> None:
    """List the rules in order: the first that applies wins.

    Prints a table on a terminal, elsewhere a line per rule: match, place and what it keeps, separated by
    tabs.
    """
    rows = [
        (on_one_line(rule.match), rule.place, *map(on_one_line, rule.keep))
        for rule in load_rules(rules).rules
    ]
    out = console()
    if not out.is_terminal:
        for row in rows:
            typer.echo("\t".join(row))
        return
    table = Table("match", "keep", "place")
    for match, place, *keep in rows:
        table.add_row(*map(_folded, (match, "\n".join(keep), place)))
    out.print(table)


def _proposals(
    source: Path | None, rules: Path | None, store: str | None, data: Path | None
) -> list[Proposal]:
    sightings = read_sightings(source) if source else ask(store, data, lambda redis: Sightings(redis).all())
    return propose(sightings, load_rules(rules))


def _record(proposal: Proposal) -> dict[str, Any]:
    evidence = proposal.evidence
    return {
        "id": proposal.id,
        "match": proposal.match,
        "keep": proposal.keep,
        "documents": evidence.documents,
        "titles": evidence.titles,
        "texts": evidence.texts,
        "again": evidence.again,
        "examples": proposal.examples,
    }


def _table(proposals: Iterable[Proposal]) -> Table:
    id_ = Column("id", no_wrap=True)  # to be typed whole
    table = Table(id_, "keep", "documents", "titles", "again", "match and examples")
    for each in proposals:
        figures = (each.evidence.documents, each.evidence.titles, each.evidence.again)
        rule = "\n".join([each.match, *each.examples])
        table.add_row(each.id, _folded("\n".join(each.keep)), *map(str, figures), _folded(rule))
    return table


def _folded(text: str) -> Text:
    """Show a text whole, on as many lines as it takes."""
    return Text(text, overflow="fold")
