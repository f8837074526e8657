"""Run benches and print a table for each; every figure stands beside its target, if it has one."""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.clock import yardstick
from benchmarks.figure import print_table


class Bench(StrEnum):
    """The benches, in the order in which they run."""

    BLOCKS = "blocks"
    FEATURES = "features"
    PIPELINE = "pipeline"
    MEMORY = "memory"
    STORE = "store"
    SERVICE = "service"
    REPLAY = "replay"
    DASHBOARD = "dashboard"
    TEMPLATES = "templates"
    ARCHIVE = "archive"
    RULES = "rules"
    LISTINGS = "listings"
    MARKUPS = "markups"
    SCRIPTS = "scripts"
    SHAPES = "shapes"


def main(
    names: Annotated[list[Bench] | None, typer.Argument(help="Benches to run.", show_default="all")] = None,
    data: Annotated[
        Path, typer.Option(help="Folder of real pages, in pages/ and streams/; may be absent.")
    ] = Path("../shared/data"),
) -> None:
    """Measure time and memory. Machines and moments differ: trust ratios within one table."""
    for name in names or Bench:
        bench = import_module(f"benchmarks.bench_{name}")
        title = (bench.__doc__ or name).partition("\n")[0]
        print_table(title, [yardstick(), *bench.figures(data)])


if __name__ == "__main__":
    typer.run(main)
