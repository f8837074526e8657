"""Shows outcomes as they come: a view that redraws itself on a terminal, else a line each."""

from __future__ import annotations

import time
from statistics import fmean
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.demo.outcome import Outcome, Verdict

#: Rows of the table, and characters of a block that the text panel shows.
ROWS = 7
SHOWN = 48

BARS = "▁▂▃▄▅▆▇█"
HEADINGS = ("", "design", "status", "support", "drop", "keep", "wrong", "F1", "mean", "title")
LEGEND = "[green]article[/]  [red]template kept wrongly[/]  [yellow strike]article lost[/]"


def watch(console: Console, outcomes: Iterable[Outcome], pause: float) -> list[Outcome]:
    """Show each outcome, wait for ``pause`` seconds after each, and return them all."""
    seen: list[Outcome] = []
    with Live(console=console, auto_refresh=False) as live:
        for outcome in outcomes:
            seen.append(outcome)
            live.update(view(seen), refresh=True)
            time.sleep(pause)
    return seen


def print_lines(console: Console, outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Print a line for each outcome and return them all."""
    seen: list[Outcome] = []
    for outcome in outcomes:
        seen.append(outcome)
        number, design, status, support, dropped, kept, wrong, f1, mean, title = row(seen)
        console.out(
            f"{number:>3} {status:9} support {support:>2}, {dropped:>2} blocks dropped, {kept:>2} kept, "
            f"{wrong:>2} of them wrongly, F1 {f1}, mean {mean}: {title} ({design} design)",
            highlight=False,
        )
    return seen


def row(seen: Sequence[Outcome]) -> tuple[str, ...]:
    """Put the last outcome in words and figures, in the order of `HEADINGS`."""
    last = seen[-1]
    blocks = (last.support, last.dropped, last.kept, last.wrong)
    mean = fmean(outcome.f1 for outcome in seen)
    return (
        str(len(seen)),
        last.design,
        last.status,
        *map(str, blocks),
        f"{last.f1:.3f}",
        f"{mean:.3f}",
        last.title,
    )


def view(seen: Sequence[Outcome]) -> Group:
    """Draw the last pages as a table, the F1 of all pages as bars, and the text of the last one."""
    bars = "".join(map(_bar, seen))
    text = Text(" ┆ ").join(_block(one) for one in seen[-1].verdicts if one.kept or one.wanted)
    return Group(
        _table(seen),
        Text(f" F1 of each page, from 0.5 to 1: {bars}"),
        Panel(text, title=seen[-1].title, subtitle=LEGEND, title_align="left", subtitle_align="right"),
    )


def _table(seen: Sequence[Outcome]) -> Table:
    table = Table(box=None, expand=True)
    for heading in HEADINGS[:-1]:
        table.add_column(heading, justify="right")
    table.add_column(HEADINGS[-1], ratio=1, no_wrap=True)
    for end in range(max(1, len(seen) - ROWS + 1), len(seen) + 1):
        table.add_row(*row(seen[:end]))
    return table


def _bar(outcome: Outcome) -> str:
    return BARS[max(0, round((2 * outcome.f1 - 1) * (len(BARS) - 1)))]


def _block(verdict: Verdict) -> Text:
    text = Text(verdict.text)
    text.truncate(SHOWN, overflow="ellipsis")
    if verdict.wanted:
        text.stylize("green" if verdict.kept else "yellow strike")
    else:
        text.stylize("red")
    return text
