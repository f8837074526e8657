"""What a bench yields, and how it is printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value and what it must reach, if anything."""

    what: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    @property
    def measured(self) -> str:
        """The value, to about three digits unless it is whole, and its unit."""
        if isinstance(self.value, int):
            return f"{self.value:,} {self.unit}"
        decimals = 0 if self.value >= 100 else 2 if self.value >= 1 else 3  # noqa: PLR2004 -- digits to show
        return f"{self.value:,.{decimals}f} {self.unit}"

    @property
    def target(self) -> str:
        """The bound, and whether it is met."""
        if self.at_most is not None:
            return f"<= {self.at_most:,g} {_verdict(met=self.value <= self.at_most)}"
        if self.at_least is not None:
            return f">= {self.at_least:,g} {_verdict(met=self.value >= self.at_least)}"
        return ""


def print_table(title: str, figures: Iterable[Figure]) -> None:
    """Print figures with their targets."""
    table = Table("", "measured", "target", title=title, title_justify="left")
    for figure in figures:
        table.add_row(figure.what, figure.measured, figure.target)
    Console().print(table)


def _verdict(*, met: bool) -> str:
    return "met" if met else "MISSED"
