"""Results of a run: one value per page and system, one per page, one per site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from urltree.evaluation.measures import Score

#: The steps of URL normalisation (URL Tree §3) that the data allow: they have no request URLs.
STEPS = ("response URL", "normal URL with title", "URL key")


class Outcome(NamedTuple):
    """The result of one system on one page."""

    score: Score
    seconds: float
    failed: bool


@dataclass(frozen=True, slots=True)
class PageResult:
    """The results of all systems on one page."""

    #: The URL or key of the page after each of the `STEPS`; the first is the response URL itself.
    keys: tuple[str, str, str]
    #: System -> outcome, in the order of the plan.
    outcomes: Mapping[str, Outcome]


@dataclass(frozen=True, slots=True)
class SiteResult:
    """The pages of one site of one data set, in order."""

    dataset: str
    site: str
    pages: tuple[PageResult, ...]
    #: The first pages of the site, judged again later.
    again: tuple[PageResult, ...] = ()

    @property
    def name(self) -> str:
        """The site's name, after that of its data set if they differ."""
        return self.site if self.site == self.dataset else f"{self.dataset}/{self.site}"
