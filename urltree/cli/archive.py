"""The command ``urltree archive``."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import Annotated, Literal

import typer

from urltree.archive.catalogue import scan, sites
from urltree.archive.judge import METHODS
from urltree.archive.output import Forms
from urltree.archive.run import Done, Plan, do_task, prepare, site_tasks
from urltree.archive.similar import THRESHOLD
from urltree.cli.options import Rules
from urltree.commandline.progress import visibly
from urltree.commandline.typedpath import typed_path
from urltree.errors import InputError
from urltree.extras import absent
from urltree.processes import MOST_JOBS, workers

#: Carries out a plan on files.
Engine = Callable[[Plan, Sequence[Path]], list[Done]]

_Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE",
        parser=typed_path,
        help="WARC files (.warc.gz compressed record by record), or CDXJ indexes of them.",
    ),
]
_Out = Annotated[
    Path,
    typer.Option(metavar="DIR", parser=typed_path, help="Folder to write to. What is already done is kept."),
]
_Threshold = Annotated[
    float,
    typer.Option(
        metavar="SHARE",
        min=0.01,
        max=0.95,
        help="With dbce: how similar the templates of compared pages must be, at least.",
    ),
]
_LshStore = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="With dbce: Redis or Valkey (redis://, rediss://, unix://) that holds the index of similar "
        "pages, for sites that outgrow memory.",
    ),
]


def archive(
    files: _Files,
    *,
    out: _Out,
    method: Annotated[str, typer.Option(metavar="NAME", help=f"One of {', '.join(METHODS)}.")] = "auto",
    threshold: _Threshold = THRESHOLD,
    lsh_store: _LshStore = None,
    html: Annotated[
        bool, typer.Option("--html", help="Also write each page with its blocks marked.")
    ] = False,
    wet: Annotated[
        bool, typer.Option("--wet", help="Also write the texts as WARC records of type conversion.")
    ] = False,
    rules: Rules = None,
    jobs: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=1,
            max=MOST_JOBS,
            help="Files to read or write at a time, each in its own process.",
        ),
    ] = 1,
    engine: Annotated[
        Literal["local", "spark"], typer.Option(help="Run here, or as an Apache Spark job.")
    ] = "local",
    master: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="With spark: a cluster, such as spark://HOST:7077. Default: this machine."
        ),
    ] = None,
) -> None:
    """Extract the text of the pages in web archives.

    Writes a line of JSON per page: url, time, record, metadata, text; a file per site. If called again, it
    goes on with the files that are missing.
    """
    # Absolute, because other processes or machines may have another working directory.
    forms, own_rules = Forms(pages=html, texts=wet), rules and rules.absolute()
    plan = Plan(out.absolute(), method, threshold, forms, lsh_store, own_rules)
    files = [file.absolute() for file in files]
    do_all = _engine(engine, master, jobs)
    _check(files)
    prepare(plan, files)
    _report(do_all(plan, files))


def _engine(name: str, master: str | None, jobs: int) -> Engine:
    if name == "spark":
        return _on_spark(master or f"local[{jobs}]")
    if master:
        raise InputError("--master names a Spark cluster; use it with --engine spark")
    return partial(_here, jobs)


def _check(files: Sequence[Path]) -> None:
    """Refuse files now that would make a long run fail at its end."""
    for file in files:
        if reason := _reason(file):
            raise InputError(f"{file} {reason}; pass WARC files")
    file, times = Counter(file.resolve() for file in files).most_common(1)[0]
    if times > 1:
        raise InputError(f"{file} is given twice; give each file once")


def _reason(file: Path) -> str | None:
    """Return why there is no file to read, or None."""
    try:
        mode = file.stat().st_mode
    except FileNotFoundError:
        return "does not exist"
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if S_ISDIR(mode):
        return "is a folder"
    return None if S_ISREG(mode) else "is not a regular file"


def _here(jobs: int, plan: Plan, files: Sequence[Path]) -> list[Done]:
    with workers(jobs) as apply:
        scans = visibly(apply(partial(scan, sign=plan.by_crosses), files), "Reading", len(files))
        found, left_out = sites(scans)
        tasks = [task for site in found.items() for task in site_tasks(plan, *site)]
        done = visibly(apply(partial(do_task, plan), tasks), "Extracting", len(tasks))
        return [Done(0, left_out), *done]


def _on_spark(master: str) -> Engine:
    try:
        from urltree.archive import spark  # noqa: PLC0415 -- few have it
    except ModuleNotFoundError as error:
        raise absent("Apache Spark", "spark") from error
    return partial(spark.do_all, master)


def _report(done: Sequence[Done]) -> None:
    left_out = sum((each.left_out for each in done), Counter[str]())
    pages = sum(each.pages for each in done)
    typer.echo(f"urltree: pages written: {pages:,}", err=True)
    for reason, count in sorted(left_out.items()):
        typer.echo(f"urltree: records left out ({reason}): {count:,}", err=True)
