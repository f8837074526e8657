"""A run's results summed up in plain numbers; pure."""

from __future__ import annotations

from itertools import count, takewhile
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

from urltree.evaluation.measures import Score, moving_average
from urltree.evaluation.results import STEPS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urltree.evaluation.results import Outcome, PageResult, SiteResult


class Summary(NamedTuple):
    """How one system did on a set of sites; every site has the same weight."""

    #: Mean of the sites' mean scores.
    mean: Score
    median_f1: float
    worst_f1: float
    worst_site: str
    #: Pages that the system could not read.
    failed: int
    #: Mean seconds per page.
    seconds: float


def summarise(sites: Sequence[SiteResult], system: str) -> Summary:
    """Sum up how one system did on one or more sites."""
    scores = {site.name: site_score(site, system) for site in sites}
    f1 = {site: score.f1 for site, score in scores.items()}
    worst = min(f1, key=f1.__getitem__)
    outcomes = [outcome for site in sites for outcome in _outcomes(site, system)]
    return Summary(
        mean=_mean(scores.values()),
        median_f1=median(f1.values()),
        worst_f1=f1[worst],
        worst_site=worst,
        failed=sum(outcome.failed for outcome in outcomes),
        seconds=fmean(outcome.seconds for outcome in outcomes),
    )


def site_score(site: SiteResult, system: str) -> Score:
    """Average one system's scores over the pages of a site."""
    return _mean(outcome.score for outcome in _outcomes(site, system))


def _mean(scores: Iterable[Score]) -> Score:
    return Score(*map(fmean, zip(*scores, strict=True)))


def _outcomes(site: SiteResult, system: str) -> Iterator[Outcome]:
    return (page.outcomes[system] for page in site.pages)


def curve(site: SiteResult, system: str) -> list[float]:
    """Average F1 up to and including each page of a site (URL Tree eq. 4)."""
    return moving_average(outcome.score.f1 for outcome in _outcomes(site, system))


def again(sites: Sequence[SiteResult], system: str) -> tuple[float, float] | None:
    """Average F1 over the first pages of sites, as first judged and judged again.

    None if no page was judged again.
    """
    judged = [site for site in sites if site.again]
    if not judged:
        return None
    first = fmean(_mean_f1(site.pages[: len(site.again)], system) for site in judged)
    return first, fmean(_mean_f1(site.again, system) for site in judged)


def _mean_f1(pages: Iterable[PageResult], system: str) -> float:
    return fmean(page.outcomes[system].score.f1 for page in pages)


def mean_curve(sites: Sequence[SiteResult], system: str) -> list[float]:
    """Average the sites' curves by number of documents seen; a site that has ended keeps its last value."""
    curves = [curve(site, system) for site in sites]
    longest = max(map(len, curves))
    return [fmean(line[min(seen, len(line) - 1)] for line in curves) for seen in range(longest)]


def milestones(length: int) -> list[int]:
    """Return the numbers of documents at which to report: 1, 3, 10, 30, ... up to `length`."""
    steps = (first * 10**power for power in count() for first in (1, 3))
    return list(takewhile(lambda step: step <= length, steps))


def duplicates(sites: Iterable[SiteResult]) -> dict[str, int]:
    """Count the pages that share their key with an earlier one of the site, after each step (Figure 2)."""
    keys = [[page.keys for page in site.pages] for site in sites]
    return {
        step: sum(len(site) - len({key[number] for key in site}) for site in keys)
        for number, step in enumerate(STEPS)
    }
