"""An archive as tasks that processes do side by side, and that are done only once.

files ─ scan ─► sites ─ crosses ─► tasks ─ judge ─► lines of JSON, a file a task
"""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from urllib.parse import quote

from urltree.archive.catalogue import Capture, Scan, Signed, scan, sites
from urltree.archive.cross import Cross, alone, crosses
from urltree.archive.judge import Judged, method
from urltree.archive.output import LINES, Forms, written
from urltree.archive.similar import THRESHOLD
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path
    from typing import Protocol

    class Apply(Protocol):
        """What `map` does."""

        def __call__(
            self, function: Callable[[Given], Result], given: Iterable[Given], /
        ) -> Iterator[Result]:
            """Apply a function to each."""


Given = TypeVar("Given")
Result = TypeVar("Result")

#: The file that says what an output folder is of.
SETTINGS = "archive.json"

#: Pages of a task whose method judges by crosses.
TASK_PAGES = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with an archive."""

    #: Folder that is written to.
    out: Path
    #: Name of a method.
    method: str = "auto"
    #: The least similarity of pages in one cross.
    threshold: float = THRESHOLD
    forms: Forms = field(default_factory=Forms)

    def settings(self, files: Iterable[Path]) -> dict[str, object]:
        """Give all that the output depends on, in JSON."""
        return {
            "method": self.method,
            "threshold": self.threshold,
            **self.forms._asdict(),
            "files": [[file.name, file.stat().st_size] for file in files],
        }


class Task(NamedTuple):
    """Captures of one site that are judged in one go."""

    #: Of its files.
    name: str
    crosses: list[Cross[Capture]]


class Done(NamedTuple):
    """What came of a task."""

    pages: int
    #: What turned out to be no page.
    left_out: int


def prepare(plan: Plan, files: Sequence[Path]) -> None:
    """Make the output folder. Raises `InputError` if it cannot be made, or holds what is of another plan."""
    method(plan.method)
    try:
        plan.out.mkdir(parents=True, exist_ok=True)
        settings, before = json.dumps(plan.settings(files)), plan.out / SETTINGS
        if any(plan.out.glob(f"*{LINES}")) and not (before.exists() and before.read_text() == settings):
            raise InputError(
                f"{plan.out}: holds what was made of other files or with other options; choose another --out"
            )
        before.write_text(settings)
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from error


@contextmanager
def workers(jobs: int) -> Iterator[Apply]:
    """Give what applies a function to some things, `jobs` at a time, each in a process; results in order."""
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield pool.map


def scans(plan: Plan, files: Sequence[Path], apply: Apply) -> Iterator[Scan]:
    """List what each file holds."""
    return apply(partial(scan, sign=method(plan.method).by_crosses), files)


def tasks(plan: Plan, scanned: Iterable[Scan], left_out: Counter[str]) -> list[Task]:
    """Make the tasks, those that are done left out."""
    made = []
    for domain, signed in sites(scanned, left_out).items():
        made += list(_site_tasks(plan, quote(domain, safe=""), signed))
    return [task for task in made if not (plan.out / f"{task.name}{LINES}").exists()]


def do(plan: Plan, to_do: Sequence[Task], apply: Apply) -> Iterator[Done]:
    """Do tasks, in their order."""
    return apply(partial(do_task, plan), to_do)


def do_task(plan: Plan, task: Task) -> Done:
    """Judge the captures of one task and write what comes of them."""
    pages = left_out = 0
    with written(plan.out, task.name, plan.forms) as write:
        for judged in method(plan.method).judge(task.crosses):
            if isinstance(judged, Judged):
                write(judged)
                pages += 1
            else:
                left_out += 1
    return Done(pages, left_out)


def _site_tasks(plan: Plan, name: str, signed: Sequence[Signed]) -> Iterator[Task]:
    captures = [each.capture for each in signed]
    if not method(plan.method).by_crosses:
        yield Task(name, list(map(alone, captures)))
        return
    signatures = [each.signature for each in signed if each.signature is not None]
    found = [cross.map(captures.__getitem__) for cross in crosses(captures, signatures, plan.threshold)]
    # Crosses of one page follow one another: they share its snapshots.
    found.sort(key=lambda cross: (cross.cur.url, cross.cur.time))
    for start in range(0, len(found), TASK_PAGES):
        yield Task(f"{name}-{start // TASK_PAGES:05}", found[start : start + TASK_PAGES])
