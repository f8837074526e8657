"""A run's results as Markdown tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.commandline.printable import printable_line
from urltree.evaluation.summary import again, duplicates, mean_curve, milestones, summarise

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from urltree.evaluation.results import SiteResult

    Sites = Sequence[SiteResult]


def markdown(sites: Sites, systems: Sequence[str], made: str) -> str:
    """Return the report as Markdown tables, after the sentence that says how it was made."""
    pages = sum(len(site.pages) for site in sites)
    parts = [
        f"# Evaluation: {pages} pages of {len(sites)} sites",
        made,
        "## Systems",
        "Mean, median and worst of the sites' mean F1; precision and recall are means of sites too.",
        systems_table(sites, systems),
        "## F1 by number of documents seen",
        "Cumulative moving average (URL Tree eq. 4), mean of sites; a site that ends keeps its last value.",
        _milestone_table(sites, systems),
        *_again(sites, systems),
        "## F1 by data set",
        "Mean of its sites.",
        _dataset_table(sites, systems),
        "## Duplicates after each step of URL normalisation",
        _table(["step", "duplicates"], ([step, str(count)] for step, count in duplicates(sites).items())),
    ]
    return "\n\n".join(parts) + "\n"


def systems_table(sites: Sites, systems: Sequence[str]) -> str:
    """Return the main table of the report, one line per system."""
    head = ["system", "F1", "median", "worst", "of", "precision", "recall", "failed pages", "ms a page"]
    return _table(head, (_system_row(sites, system) for system in systems))


def _system_row(sites: Sites, system: str) -> list[str]:
    summary = summarise(sites, system)
    return [
        system,
        *_figures([summary.mean.f1, summary.median_f1, summary.worst_f1]),
        summary.worst_site,
        *_figures([summary.mean.precision, summary.mean.recall]),
        str(summary.failed),
        f"{summary.seconds * 1000:.2f}",
    ]


def _milestone_table(sites: Sites, systems: Sequence[str]) -> str:
    seen = milestones(max(len(site.pages) for site in sites))
    curves = {system: mean_curve(sites, system) for system in systems}
    rows = ([system, *_figures(curves[system][at - 1] for at in seen)] for system in systems)
    return _table(["system", *map(str, seen)], rows)


def _again(sites: Sites, systems: Sequence[str]) -> list[str]:
    """Return the section on first pages that were judged again, empty if none was."""
    found = {system: judged for system in systems if (judged := again(sites, system))}
    if not found:
        return []
    rows = ([system, *_figures(judged)] for system, judged in found.items())
    head = ["system", "as they came", "judged again later"]
    number = sum(bool(site.again) for site in sites)
    return ["## First pages of a site", f"Mean F1, mean of sites: {number}.", _table(head, rows)]


def _dataset_table(sites: Sites, systems: Sequence[str]) -> str:
    datasets: dict[str, list[SiteResult]] = {}
    for site in sites:
        datasets.setdefault(site.dataset, []).append(site)
    rows = (
        [
            name,
            str(sum(len(site.pages) for site in members)),
            *_figures(summarise(members, system).mean.f1 for system in systems),
        ]
        for name, members in datasets.items()
    )
    return _table(["data set", "pages", *systems], rows)


def _figures(values: Iterable[float]) -> list[str]:
    return [f"{value:.3f}" for value in values]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return printable_line(text).replace("|", "\\|")
