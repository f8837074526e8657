"""Replay data sets: every page is parsed and observed once, then every system says what its text is.

page ─ blocks ─ url key ─ observe ─► each heuristic ─► text ─► score
  └────────────────────────────────► each baseline  ─► text ─► score
"""

from __future__ import annotations

from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING

from urltree.evaluation.datasets import read_pages, set_name
from urltree.evaluation.measures import Gold
from urltree.evaluation.results import Outcome, PageResult, SiteResult
from urltree.evaluation.systems import load_system, see
from urltree.rules import load_rules
from urltree.store import open_store
from urltree.tree import UrlTree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from urltree.evaluation.datasets import GoldPage
    from urltree.evaluation.systems import Seen, System


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with each data set."""

    #: Names of heuristics and baselines.
    systems: tuple[str, ...]
    #: Pages of a site at most; None for all.
    limit: int | None = None
    #: True if every page is the first of its site.
    cold: bool = False


def replay(files: Sequence[Path], plan: Plan, jobs: int = 1) -> Iterator[list[SiteResult]]:
    """Replay data set files, each in one process, `jobs` at a time; give the results file by file, in order.

    The scores do not depend on `jobs`. Raises `DatasetError` for what cannot be read.
    """
    if jobs == 1:
        yield from (replay_file(path, plan) for path in files)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(replay_file, files, [plan] * len(files))


def replay_file(path: Path, plan: Plan) -> list[SiteResult]:
    """Replay one file, each site through a tree of its own, in order of their first page.

    Raises `DatasetError` for what cannot be read, and as `load_system` does.
    """
    systems = {name: load_system(name) for name in plan.systems}
    heuristics = {name: system.heuristic for name, system in systems.items() if system.heuristic}
    rules = load_rules()
    trees = defaultdict[str, UrlTree](_new_tree)
    results = defaultdict[str, list[PageResult]](list)
    for page in read_pages(path):
        if len(results[page.site]) != plan.limit:
            tree = _new_tree() if plan.cold else trees[page.site]
            results[page.site].append(_run(systems, page, see(page, tree, rules, heuristics)))
    return [SiteResult(set_name(path), site, tuple(pages)) for site, pages in results.items()]


def _new_tree() -> UrlTree:
    return UrlTree(open_store("memory://"))


def _run(systems: Mapping[str, System], page: GoldPage, seen: Seen) -> PageResult:
    score = cache(Gold(page.gold).score)  # heuristics often agree on a text
    attempts = {name: system.attempt(name, seen) for name, system in systems.items()}
    steps = seen.explanation
    return PageResult(
        url=page.url,
        keys=(steps.response_url, steps.normal_url, steps.key.key),
        outcomes={
            name: Outcome(score(text), seconds, failed) for name, (text, seconds, failed) in attempts.items()
        },
    )
