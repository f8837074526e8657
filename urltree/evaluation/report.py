"""A run's results as files: scores and timings as JSON, tables as Markdown, the paper's figures as PNG.

Two runs over the same pages write the same bytes except ``timings.json`` and the times in ``report.md``.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from urltree.evaluation.baselines import BASELINES
from urltree.evaluation.figures import draw_curves, draw_duplicates
from urltree.evaluation.summary import again, curve, duplicates, mean_curve, milestones, site_score, summarise
from urltree.evaluation.tables import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from urltree.evaluation.measures import Score
    from urltree.evaluation.results import PageResult, SiteResult
    from urltree.evaluation.run import Plan

    Sites = Sequence[SiteResult]

#: Most sites in Figure 4, to keep it readable.
_MOST_LINES = 30


def write_report(folder: Path, sites: Sites, systems: Sequence[str], made: str) -> None:
    """Write all files of a report into an existing folder; Figure 4 shows the first system.

    `made` is the sentence of `made_with`.
    """
    _write_json(folder / "scores.json", scores(sites, systems))
    _write_json(folder / "timings.json", timings(sites, systems))
    (folder / "pages.jsonl").write_text("".join(page_lines(sites)), encoding="utf-8")
    (folder / "report.md").write_text(markdown(sites, systems, made), encoding="utf-8")
    _draw(folder, sites, systems)


def made_with(plan: Plan) -> str:
    """Return a sentence that says with what the results of a plan were made: versions, and given options."""
    packages = [BASELINES[name].package for name in plan.systems if name in BASELINES]
    versions = ", ".join(f"{package} {version(package)}" for package in dict.fromkeys(["urltree", *packages]))
    options = {"--limit": plan.limit, "--again": plan.again}
    given = [f"{name} {value}" for name, value in options.items() if value] + ["--cold"] * plan.cold
    return f"Made with {versions}{'; ' if given else ''}{' '.join(given)}."


def _write_json(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def _draw(folder: Path, sites: Sites, systems: Sequence[str]) -> None:
    draw_duplicates(folder / "figure-2-duplicates.png", duplicates(sites))
    longest = sorted(sites, key=lambda site: -len(site.pages))[:_MOST_LINES]
    draw_curves(
        folder / "figure-4-sites.png",
        f"{systems[0]}, each site",
        {site.name: curve(site, systems[0]) for site in longest},
    )
    draw_curves(
        folder / "figure-5-systems.png",
        "Heuristics and baselines, mean of sites",
        {system: mean_curve(sites, system) for system in systems},
    )


def scores(sites: Sites, systems: Sequence[str]) -> dict[str, Any]:
    """Return all scores of a run except those of single pages, ready for JSON."""
    return {
        "systems": {system: _system_scores(sites, system) for system in systems},
        "sites": [_site_scores(site, systems) for site in sites],
        "duplicates": duplicates(sites),
    }


def _system_scores(sites: Sites, system: str) -> dict[str, Any]:
    summary = summarise(sites, system)
    return {
        **_rounded(summary.mean),
        "median_f1": round(summary.median_f1, 6),
        "worst_f1": round(summary.worst_f1, 6),
        "worst_site": summary.worst_site,
        "failed": summary.failed,
        "f1_by_documents_seen": _at_milestones(mean_curve(sites, system)),
        **_first_pages(sites, system),
    }


def _first_pages(sites: Sites, system: str) -> dict[str, Any]:
    """Return the F1 of first pages as they came and judged again later, empty if none was judged again."""
    if not (judged := again(sites, system)):
        return {}
    return {"first_pages": {name: round(f1, 6) for name, f1 in zip(("f1", "f1_again"), judged, strict=True)}}


def _site_scores(site: SiteResult, systems: Sequence[str]) -> dict[str, Any]:
    return {
        "dataset": site.dataset,
        "site": site.site,
        "pages": len(site.pages),
        "systems": {
            system: {
                **_rounded(site_score(site, system)),
                "f1_by_documents_seen": _at_milestones(curve(site, system)),
            }
            for system in systems
        },
    }


def _rounded(score: Score) -> dict[str, float]:
    return {name: round(value, 6) for name, value in score._asdict().items()}


def _at_milestones(values: Sequence[float]) -> dict[str, float]:
    return {str(seen): round(values[seen - 1], 6) for seen in milestones(len(values))}


def timings(sites: Sites, systems: Sequence[str]) -> dict[str, float]:
    """Return the mean milliseconds per page of each system."""
    return {system: round(summarise(sites, system).seconds * 1000, 3) for system in systems}


def page_lines(sites: Sites) -> Iterator[str]:
    """Yield the scores of each page as a line of JSON."""
    for site in sites:
        for number, page in enumerate(site.pages, start=1):
            line = {"dataset": site.dataset, "site": site.site, "number": number, **_page_scores(page)}
            yield json.dumps(line) + "\n"


def _page_scores(page: PageResult) -> dict[str, Any]:
    return {
        "url": page.keys[0],
        "key": page.keys[-1],
        "systems": {system: _rounded(outcome.score) for system, outcome in page.outcomes.items()},
        "failed": [system for system, outcome in page.outcomes.items() if outcome.failed],
    }
