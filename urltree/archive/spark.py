"""The steps of `run` as a job of Apache Spark, on many machines.

files ─ scan ─┬─► pages ─────────────────────┬─ by domain ─► site_tasks ─► do_task
              └─► names, revisits ─ joined ──┘

Data are joined and sorted on their way between the machines, so that none holds more than its share. All
machines must see the files and the output folder under the same paths.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from contextlib import contextmanager
from functools import partial
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from py4j.protocol import Py4JJavaError
from pyspark import SparkConf, StorageLevel
from pyspark.errors import PySparkRuntimeError
from pyspark.sql import SparkSession

from urltree.archive.catalogue import earlier, resolve, scan, timeline
from urltree.archive.run import Done, do_task, site_tasks
from urltree.archive.warc import UNKNOWN
from urltree.errors import InputError, UrlTreeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from pyspark import RDD, SparkContext

    from urltree.archive.catalogue import Scan, Signed
    from urltree.archive.run import Plan, Task
    from urltree.archive.warc import Revisit

Given = TypeVar("Given")
Result = TypeVar("Result")

#: Partitions per task that can run at a time; several, so that little time is spent waiting for the last.
_PARTS = 3


class _Lookup(NamedTuple):
    """A revisit under one of the names of the page that it repeats."""

    revisit: Revisit
    number: int
    #: Rank of the name; the surest name has the lowest.
    rank: int


def do_all(master: str, plan: Plan, files: Sequence[Path]) -> list[Done]:
    """Scan files and do all tasks that are not done, on the cluster at the URL `master`.

    Raises `InputError` if the cluster cannot be reached, and as `scan`, `site_tasks` and `do_task` do.
    """
    with _cluster(master) as context:
        parts = _PARTS * context.defaultParallelism
        read = partial(scan, sign=plan.by_crosses)
        scanned = context.parallelize(files, len(files)).map(partial(_guarded, read))
        scanned.persist(StorageLevel.MEMORY_AND_DISK)
        reasons = _raising(scanned.map(partial(_guarded, _reasons)).collect())
        left_out = sum(reasons, Counter[str]())
        repeats = _repeats(scanned, parts).persist(StorageLevel.MEMORY_AND_DISK)
        left_out[UNKNOWN] -= repeats.count()
        sites = scanned.flatMap(attrgetter("signed")).union(repeats).groupBy(attrgetter("domain"), parts)
        tasks = sites.flatMap(partial(_site_tasks, plan)).repartition(parts)
        done = _raising(tasks.map(partial(_guarded, partial(do_task, plan))).collect())
        return [Done(0, left_out), *done]


@contextmanager
def _cluster(master: str) -> Iterator[SparkContext]:
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        raise InputError("Spark needs Java, which was not found; install it, or set JAVA_HOME")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    # No task may run twice at the same time, because both runs would write the same files.
    settings = SparkConf().setAppName("urltree archive").setMaster(master).set("spark.speculation", "false")
    try:
        session = SparkSession.builder.config(conf=settings).getOrCreate()
    except (PySparkRuntimeError, Py4JJavaError) as error:
        raise InputError(
            f"Spark cannot be used at {master}: {_reason(error)}; choose another --master"
        ) from error
    with session:
        session.sparkContext.setLogLevel("ERROR")
        yield session.sparkContext


def _reason(error: Exception) -> str:
    """Return what went wrong, without Java's traceback."""
    text = error.java_exception.toString() if isinstance(error, Py4JJavaError) else str(error)
    return str(text).partition("\n")[0]


def _guarded(step: Callable[[Given], Result], given: Given | UrlTreeError) -> Result | UrlTreeError:
    """Do a step; return its error, or the previous step's: Spark would bury a raised one in its own."""
    if isinstance(given, UrlTreeError):
        return given
    try:
        return step(given)
    except UrlTreeError as error:
        return error


def _raising(results: Sequence[Result | UrlTreeError]) -> Iterator[Result]:
    for result in results:
        if isinstance(result, UrlTreeError):
            raise result
        yield result


def _reasons(scanned: Scan) -> Counter[str]:
    """Count what is left out of a file, as if the originals of none of its revisits were found."""
    return scanned.left_out + Counter({UNKNOWN: len(scanned.revisits)})


def _site_tasks(plan: Plan, site: tuple[str, Iterable[Signed]]) -> Iterator[Task | UrlTreeError]:
    domain, signed = site
    try:
        yield from site_tasks(plan, domain, timeline(signed))
    except UrlTreeError as error:
        yield error


def _repeats(scanned: RDD[Scan], parts: int) -> RDD[Signed]:
    """Resolve each revisit by the surest of its names that a page has."""
    originals = scanned.flatMap(lambda found: found.names.items()).reduceByKey(earlier, parts)
    lookups = scanned.flatMap(attrgetter("revisits")).zipWithUniqueId().flatMap(_lookups)
    granted = lookups.join(originals, parts).values().map(_granted)
    return granted.reduceByKey(partial(min, key=itemgetter(0)), parts).values().values()


def _lookups(numbered: tuple[Revisit, int]) -> Iterator[tuple[str, _Lookup]]:
    revisit, number = numbered
    return ((name, _Lookup(revisit, number, rank)) for rank, name in enumerate(revisit.names))


def _granted(pair: tuple[_Lookup, Signed]) -> tuple[int, tuple[int, Signed]]:
    lookup, original = pair
    return lookup.number, (lookup.rank, resolve(lookup.revisit, original))
