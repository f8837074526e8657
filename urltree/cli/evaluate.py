"""The command ``urltree evaluate``."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from urltree.cli.page import HEURISTICS
from urltree.commandline.outputs import check_folder
from urltree.commandline.progress import visibly
from urltree.commandline.typedpath import Folders, typed_path
from urltree.errors import DatasetError, InputError
from urltree.evaluation.baselines import BASELINES
from urltree.evaluation.datasets import dataset_files
from urltree.evaluation.report import made_with, write_report
from urltree.evaluation.results import SiteResult
from urltree.evaluation.run import Plan, replay
from urltree.evaluation.systems import load_system
from urltree.evaluation.tables import systems_table
from urltree.extras import library
from urltree.processes import MOST_JOBS

#: Our heuristic, those of the paper and of its authors' code, and for comparison keeping all text.
DEFAULT_SYSTEMS = (
    "auto",
    "strict",
    "strict-support-100",
    "strict-at-domain",
    "relaxed-at-domain-100",
    "relaxed-at-domain-500",
    "vote-slow",
    "vote-fast",
    "all-text",
)


def evaluate(
    folders: Folders,
    *,
    out: Annotated[
        Path, typer.Option(metavar="DIR", parser=typed_path, help="Folder to write the report to.")
    ] = Path("out/evaluation"),
    system: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"A heuristic ({HEURISTICS}) or a baseline ({', '.join(BASELINES)}); repeat for more. "
            "Figure 4 shows the first.",
        ),
    ] = None,
    baselines: Annotated[bool, typer.Option("--baselines", help="Add all single-page extractors.")] = False,
    jobs: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=MOST_JOBS, help="Files to replay at a time, each in its own process."
        ),
    ] = 1,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Maximum number of pages per site.")
    ] = None,
    cold: Annotated[bool, typer.Option("--cold", help="Treat every page as the first of its site.")] = False,
    again: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Judge the first 10 pages of a site again once it has N pages."
        ),
    ] = None,
) -> None:
    """Replay folders of pages with gold text; score heuristics and baselines side by side."""
    chosen = [*(system or DEFAULT_SYSTEMS), *(BASELINES if baselines else ())]
    systems = tuple(dict.fromkeys(chosen))
    _check_again(again, limit, cold=cold)
    files = dataset_files(folders)
    plan = Plan(systems, limit, cold, again)
    _prepare(systems, out)
    results = visibly(replay(files, plan, jobs), "Replaying", len(files))
    sites, broken = _until_error(results)
    if sites:
        write_report(out, sites, systems, made_with(plan))
        typer.echo(systems_table(sites, systems))
        typer.echo(f"Report: {out / 'report.md'}", err=True)
    if broken:
        raise broken


def _until_error(results: Iterable[list[SiteResult]]) -> tuple[list[SiteResult], DatasetError | None]:
    """Collect the results of files up to one that cannot be read, so that a long run is not lost."""
    sites: list[SiteResult] = []
    try:
        for found in results:
            sites += found
    except DatasetError as error:
        return sites, error
    return sites, None


def _check_again(again: int | None, limit: int | None, *, cold: bool) -> None:
    """Refuse options with which no page would be judged again, or none by what was learnt meanwhile."""
    if again and cold:
        raise InputError("--again and --cold cannot be combined: with --cold nothing is learnt; use only one")
    if again and limit and again > limit:
        raise InputError(
            f"--again {again} is more than --limit {limit}, so no site gets that far; lower --again"
        )


def _prepare(systems: Sequence[str], out: Path) -> None:
    """Fail now if anything needed later is missing, not after a long run."""
    for name in systems:
        load_system(name)
    for module in ("rapidfuzz", "matplotlib"):
        library(module, "evaluate")
    check_folder(out)
