"""Replay data sets: every page is parsed and observed once, then every system extracts its text.

page ─ blocks ─ url key ─ observe ─► each heuristic ─► text ─► score
  └────────────────────────────────► each baseline  ─► text ─► score
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from urltree.auto.networks import networks_of
from urltree.errors import InputError
from urltree.evaluation.datasets import GoldPage, read_pages, set_name
from urltree.evaluation.measures import Gold
from urltree.evaluation.results import Outcome, PageResult, SiteResult
from urltree.evaluation.systems import load_system, see
from urltree.processes import workers
from urltree.store import open_store
from urltree.tree import UrlTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from urltree.evaluation.systems import Look, System

#: Pages of a site that are judged again.
FIRST = 10

#: Judged before any time is taken, so that the first page does not pay for what is loaded or built once.
_BEFORE = GoldPage("", "", "http://example.com/", None, "", "<p>Text.</p>")


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with each data set."""

    #: Names of heuristics and baselines.
    systems: tuple[str, ...]
    #: Most pages per site; None for all.
    limit: int | None = None
    #: True to treat every page as the first of its site.
    cold: bool = False
    #: Number of pages after which the first `FIRST` of a site are judged again; None for never.
    again: int | None = None

    def __post_init__(self) -> None:
        """Raise `InputError` for two networks: the paths of a site learn from the scores of one."""
        if len(autos := [name for name in self.systems if networks_of(name)]) > 1:
            raise InputError(
                f"{' and '.join(autos)} cannot be combined, as the paths of a site learn from the scores of "
                "one network; use only one"
            )


def replay(files: Sequence[Path], plan: Plan, jobs: int = 1) -> Iterator[list[SiteResult]]:
    """Replay data set files, each in one process, `jobs` at a time; yield the results of each file, in order.

    The scores do not depend on `jobs`. Raises `DatasetError` for what cannot be read, and as `workers` does.
    """
    with workers(jobs) as apply:
        yield from apply(partial(replay_file, plan=plan), files)


def replay_file(path: Path, plan: Plan) -> list[SiteResult]:
    """Replay one file, each site through its own tree; return the sites in order of their first page.

    Raises `DatasetError` for what cannot be read, and as `load_system` does.
    """
    systems = list(map(load_system, plan.systems))
    _judge(_BEFORE, _new_tree().observe, systems)
    trees = defaultdict[str, UrlTree](_new_tree)
    results = defaultdict[str, list[PageResult]](list)
    firsts = defaultdict[str, list[GoldPage]](list)
    again = dict[str, tuple[PageResult, ...]]()
    for page in read_pages(path):
        done, tree = results[page.site], _new_tree() if plan.cold else trees[page.site]
        if len(done) == plan.limit:
            continue
        done.append(_judge(page, tree.observe, systems))
        if len(done) <= FIRST:
            firsts[page.site].append(page)
        if len(done) == plan.again:
            again[page.site] = tuple(_judge(first, tree.lookup, systems) for first in firsts[page.site])
    return [
        SiteResult(set_name(path), site, tuple(pages), again.get(site, ())) for site, pages in results.items()
    ]


def _judge(page: GoldPage, look: Look, systems: Sequence[System]) -> PageResult:
    """Let every system find the text of a page."""
    heuristics = {system.name: system.heuristic for system in systems if system.heuristic}
    seen = see(page, look, heuristics)
    score = cache(Gold(page.gold).score)  # heuristics often agree on a text
    attempts = {system.name: system.attempt(seen) for system in systems}
    steps = seen.explanation
    return PageResult(
        keys=(steps.response_url, steps.normal_url, steps.key.key),
        outcomes={
            name: Outcome(score(text), seconds, failed) for name, (text, seconds, failed) in attempts.items()
        },
    )


def _new_tree() -> UrlTree:
    return UrlTree(open_store("memory://"))
