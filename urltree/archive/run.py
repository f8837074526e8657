"""An archive as tasks that can run in parallel, each only once.

files ─ scan ─► sites ─ crosses ─► tasks ─ judge ─► lines of JSON, a file a task

`urltree.cli.archive` takes these steps on one machine, `spark` on many.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from xxhash import xxh3_64_hexdigest

from urltree.archive.catalogue import Capture, Signed, fault
from urltree.archive.cross import Cross, crosses
from urltree.archive.judge import CLASSIFIERS, METHODS, judge
from urltree.archive.judged import Judged
from urltree.archive.lsh import check_store
from urltree.archive.output import LINES, Forms, written
from urltree.archive.similar import THRESHOLD
from urltree.errors import InputError
from urltree.rules import is_rule_file, load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

#: The file that records from which files and with which options the output in a folder was made.
SETTINGS = "archive.json"

#: Pages per task if they are judged by crosses.
TASK_PAGES = 200

#: Most characters of a site's name in its file names, which may have 255 with their ends.
_NAME_CHARS = 200


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with an archive."""

    #: Output folder.
    out: Path
    #: Name of a method.
    method: str = "auto"
    #: The least similarity of pages in one cross.
    threshold: float = THRESHOLD
    forms: Forms = field(default_factory=Forms)
    #: URL of the Redis of `similar_pages`, which may hold a password; the output does not depend on it.
    lsh_store: str | None = field(default=None, repr=False)
    #: Folder of rules that go before those that come with urltree.
    rules: Path | None = None

    @property
    def by_crosses(self) -> bool:
        """Whether each page is judged by its own cross; otherwise the pages of a site are judged together."""
        return self.method in CLASSIFIERS

    def settings(self, files: Iterable[Path]) -> dict[str, object]:
        """Return all that the output depends on, ready for JSON."""
        return {
            "method": self.method,
            "threshold": self.threshold,
            **self.forms._asdict(),
            "rules": _digests(self.rules) if self.rules else {},
            "files": [[file.name, file.stat().st_size] for file in files],
        }


def _digests(rules: Path) -> dict[str, str]:
    files = sorted(file for file in rules.iterdir() if is_rule_file(file.name))
    return {file.name: xxh3_64_hexdigest(file.read_bytes()) for file in files}


class Task(NamedTuple):
    """Captures of one site that are judged together."""

    #: Start of the names of its files.
    name: str
    crosses: list[Cross[Capture]]


class Done(NamedTuple):
    """The result of a scan of all files, or of a task."""

    #: Pages written.
    pages: int
    #: Reason -> records or captures that are left out.
    left_out: Counter[str]


def prepare(plan: Plan, files: Sequence[Path]) -> None:
    """Make the output folder. Raises `InputError` if it cannot be made, or holds the output of another plan.

    Raises `InputError` for an impossible plan too, `RuleError` as `load_rules` does, and `StoreError` if its
    store does not answer.
    """
    _check(plan)
    try:
        plan.out.mkdir(parents=True, exist_ok=True)
        settings, before = json.dumps(plan.settings(files)).encode(), plan.out / SETTINGS
        if any(plan.out.glob(f"*{LINES}")) and not (before.exists() and before.read_bytes() == settings):
            raise InputError(f"{plan.out} holds output of other files or other options; choose another --out")
        before.write_bytes(settings)
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}; choose another --out") from error


def _check(plan: Plan) -> None:
    if plan.method not in METHODS:
        raise InputError(f"unknown method {plan.method!r}; use one of {', '.join(METHODS)}")
    if not plan.by_crosses and (plan.threshold != THRESHOLD or plan.lsh_store is not None):
        raise InputError(
            "--threshold and --lsh-store are only for methods that compare pages; "
            "choose a dbce one with --method"
        )
    _rules(plan.rules)
    if plan.lsh_store is not None:
        check_store(plan.lsh_store)


#: Loads the rules of a folder once in each process, because there may be a task for each of many small sites.
_rules = cache(load_rules)


def site_tasks(plan: Plan, domain: str, signed: Sequence[Signed]) -> Iterator[Task]:
    """Yield the tasks of a site that are not done. Its captures are in the order of time.

    Raises `StoreError` as `lsh_index` does.
    """
    tasks = _all_tasks(plan, _file_name(domain), signed)
    return (task for task in tasks if not (plan.out / f"{task.name}{LINES}").exists())


def do_task(plan: Plan, task: Task) -> Done:
    """Judge the captures of one task and write the results."""
    pages = 0
    left_out = Counter[str]()
    with written(plan.out, task.name, plan.forms) as write:
        for judged in judge(plan.method, task.crosses, _rules(plan.rules)):
            if isinstance(judged, Judged):
                write(judged)
                pages += 1
            else:
                left_out[fault(judged)] += 1
    return Done(pages, left_out)


def _file_name(domain: str) -> str:
    """Return the name of a site's files: its domain, or the start and a hash of a domain that is too long."""
    name = quote(domain, safe="")
    return name if len(name) <= _NAME_CHARS else f"{name[:100]}-{xxh3_64_hexdigest(name.encode())}"


def _all_tasks(plan: Plan, name: str, signed: Sequence[Signed]) -> Iterator[Task]:
    captures = [each.capture for each in signed]
    if not plan.by_crosses:
        yield Task(name, list(map(Cross, captures)))
        return
    signatures = [each.signature for each in signed if each.signature is not None]
    numbers = crosses(captures, signatures, plan.threshold, plan.lsh_store, _rules(plan.rules))
    found = [cross.map(captures.__getitem__) for cross in numbers]
    # The crosses of one page are put together, because they share its snapshots.
    found.sort(key=lambda cross: (cross.cur.url, cross.cur.time))
    for start in range(0, len(found), TASK_PAGES):
        yield Task(f"{name}-{start // TASK_PAGES:05}", found[start : start + TASK_PAGES])
