"""The paper's Figures 2, 4 and 5 as PNG files (URL Tree §3 and §5.5)."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from urltree.commandline.printable import printable_line
from urltree.evaluation.summary import milestones
from urltree.extras import library

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

_DASHES = ("-", "--", ":", "-.")
_SIZE = (10, 6)

#: Most characters of a name in the legend, to leave room for the curves beside it.
_NAME_CHARS = 50


def draw_duplicates(path: Path, counts: Mapping[str, int]) -> None:
    """Draw how many duplicates are found after each step of URL normalisation (Figure 2)."""
    figure, axes = _figure("Duplicates found after each step of URL normalisation")
    bars = axes.bar(list(counts), list(counts.values()), width=0.5)
    axes.bar_label(bars)
    axes.set(ylabel="documents", ylim=(0, 1.1 * max(1, *counts.values())))
    _save(figure, path)


def draw_curves(path: Path, title: str, curves: Mapping[str, Sequence[float]]) -> None:
    """Draw F1 against documents seen, one line per name, best last value first (Figures 4 and 5)."""
    figure, axes = _figure(title)
    ranked = sorted(curves.items(), key=lambda item: -item[1][-1])
    lines: list[Any] = []
    for rank, (name, values) in enumerate(ranked):
        style = {"color": f"C{rank % 10}", "linestyle": _DASHES[rank // 10 % len(_DASHES)]}
        marker = "." if len(values) == 1 else ""  # a line through a single point would be invisible
        label = f"{_short(name)} ({values[-1]:.3f})"
        lines += axes.plot(range(1, len(values) + 1), values, label=label, marker=marker, **style)
    longest = max(map(len, curves.values()))
    axes.set(xscale="log", xlabel="documents seen of a site", ylabel="F1, cumulative moving average")
    axes.set_xticks(milestones(longest), labels=map(str, milestones(longest)))
    axes.grid(visible=True, alpha=0.3)
    # Lines by themselves are left out if their names begin with _.
    names = [line.get_label() for line in lines]
    legend = axes.legend(
        lines, names, loc="upper left", bbox_to_anchor=(1, 1), fontsize="small", frameon=False
    )
    for text in legend.get_texts():
        text.set_parse_math(False)  # a $ in a name does not begin a formula
    _save(figure, path)


def _figure(title: str) -> tuple[Any, Any]:
    """Make a figure without pyplot, so without its windows and global state."""
    figure = library("matplotlib.figure", "evaluate").Figure(figsize=_SIZE, layout="constrained")
    axes = figure.subplots()
    axes.set_title(title)
    return figure, axes


def _short(name: str) -> str:
    line = printable_line(name)
    return line if len(line) <= _NAME_CHARS else f"{line[:_NAME_CHARS]}…"


def _save(figure: Any, path: Path) -> None:
    with warnings.catch_warnings():
        # Warnings about scripts that the font lacks; it draws a box for each such character.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        figure.savefig(path, dpi=120, format="png", metadata={"Software": None})
