"""The commands of ``urltree templates``."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from urltree.cli.pagefiles import collection_name, is_collection, page_files, readable, readable_pages
from urltree.commandline.machine import echo_json
from urltree.commandline.printable import printable_line
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError
from urltree.templates.classify import TemplateClassifier
from urltree.templates.clusters import Clusters, Template
from urltree.templates.fingerprint import fingerprint

Pages = Annotated[
    list[Path],
    typer.Argument(
        metavar="DIR|FILE",
        parser=typed_path,
        help="HTML files, WARC files, data sets of JSON Lines, or folders of these.",
    ),
]


def cluster(
    pages: Pages,
    *,
    top: Annotated[int, typer.Option(metavar="N", min=1, help="Maximum number of templates to show.")] = 20,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: all templates, each with all its pages.")
    ] = False,
) -> None:
    """Group pages by the template they were made from.

    Pages share a template if their fingerprints, a compression of their first tags, differ in at most one
    place, directly or by way of other pages.
    """
    clusters = Clusters()
    fingerprints = [(name, fingerprint(html)) for name, html in readable_pages(page_files(pages))]
    for name, its in fingerprints:
        clusters.observe(its, name)
    members = defaultdict(list)
    for name, its in fingerprints:
        members[clusters.number(its)].append(name)
    templates = clusters.templates()
    if as_json:
        echo_json(_as_dict(templates, members))
    else:
        typer.echo(_table(templates, top))


def classify(
    pages: Pages,
    *,
    known: Annotated[
        Path,
        typer.Option(
            metavar="DIR",
            parser=typed_path,
            help="Folder of templates: each is a folder, data set or WARC file of pages, and has its name.",
        ),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a line of JSON per page; template is null if none fits.")
    ] = False,
) -> None:
    """Say for each page which known template it was made from, if any.

    A page has a template if its fingerprint differs in at most one place from that of one of its pages.
    """
    files = page_files(pages)
    classifier = _learn(known)
    for name, html in readable_pages(files):
        template = classifier.classify(fingerprint(html))
        if as_json:
            echo_json({"page": name, "template": template})
        else:
            typer.echo(f"{printable_line(template or 'none')}\t{printable_line(name)}")


def _learn(known: Path) -> TemplateClassifier:
    classifier = TemplateClassifier()
    with readable():
        examples = _examples(known)
    for path in examples:
        for _, html in readable_pages(page_files([path])):
            classifier.learn(fingerprint(html), collection_name(path))
    return classifier


def _examples(known: Path) -> list[Path]:
    """List what holds the pages of a template each."""
    if not known.is_dir():
        raise InputError(
            f"{known} is not a folder; give --known one that holds a folder of pages for each template"
        )
    shown = (path for path in sorted(known.iterdir()) if not path.name.startswith("."))
    examples = [path for path in shown if path.is_dir() or is_collection(path)]
    if not examples:
        raise InputError(
            f"{known} holds no templates; put a folder, data set or WARC file of pages there for each"
        )
    return examples


def _as_dict(templates: Sequence[Template], members: Mapping[int, Sequence[str]]) -> dict[str, Any]:
    listed = [_record(template, members[template.number]) for template in templates]
    return {"pages": _support(templates), "templates": listed}


def _record(template: Template, pages: Sequence[str]) -> dict[str, Any]:
    return {
        "support": template.support,
        "fingerprints": {each.hex(): count for each, count in template.fingerprints.items()},
        "example": template.example,
        "pages": pages,
    }


def _table(templates: Sequence[Template], top: int) -> str:
    pages = _support(templates)
    rows = (_row(template, template.support / pages) for template in templates[:top])
    left_out = len(templates) - top
    more = [f"templates not shown: {left_out:,}; use --top to show more"] if left_out > 0 else []
    return "\n".join(["    pages   share  fingerprints  first page", *rows, *more])


def _row(template: Template, share: float) -> str:
    numbers = f"{template.support:>9,}  {share:>6.1%}  {len(template.fingerprints):>12,}"
    return f"{numbers}  {printable_line(template.example)}"


def _support(templates: Iterable[Template]) -> int:
    return sum(template.support for template in templates)
