"""The steps of `run` on this machine, shared among processes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from urltree.archive.catalogue import Scan, sites
from urltree.archive.run import Done, Plan, Task, do_task, scan_file, site_tasks

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from urltree.processes import Apply


def scans(plan: Plan, files: Sequence[Path], apply: Apply) -> Iterator[Scan]:
    """List what each file holds."""
    return apply(partial(scan_file, plan), files)


def tasks(plan: Plan, scanned: Iterable[Scan], left_out: Counter[str]) -> list[Task]:
    """Make the tasks of all sites, those that are done left out."""
    found = sites(scanned, left_out).items()
    return [task for domain, signed in found for task in site_tasks(plan, domain, signed)]


def do(plan: Plan, to_do: Sequence[Task], apply: Apply) -> Iterator[Done]:
    """Do tasks, in their order."""
    return apply(partial(do_task, plan), to_do)
