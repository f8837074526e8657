"""What a run gives: one value a page and system, one a page, one a site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from urltree.evaluation.measures import Score

#: The steps of URL normalisation that the data shows (URL Tree §3): it has no request URLs.
STEPS = ("response URL", "normal URL with title", "URL key")


class Outcome(NamedTuple):
    """What one system made of one page."""

    score: Score
    seconds: float
    failed: bool


@dataclass(frozen=True, slots=True)
class PageResult:
    """What all systems made of one page."""

    url: str
    #: What identifies the page after each of the `STEPS`.
    keys: tuple[str, str, str]
    #: System -> outcome, in the order of the plan.
    outcomes: Mapping[str, Outcome]


@dataclass(frozen=True, slots=True)
class SiteResult:
    """The pages of one site of one data set, in order."""

    dataset: str
    site: str
    pages: tuple[PageResult, ...]
    #: The first of them once more, later.
    again: tuple[PageResult, ...] = ()

    @property
    def name(self) -> str:
        """The site's name among those of all data sets."""
        return self.site if self.site == self.dataset else f"{self.dataset}/{self.site}"
