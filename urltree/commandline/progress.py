"""Progress of long work."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterable

Each = TypeVar("Each")


def visibly(work: Iterable[Each], what: str, total: int | None = None) -> Iterable[Each]:
    """Show progress if standard error is a terminal; without a total, only that work goes on."""
    console = Console(stderr=True)
    return track(work, what, total, console=console, disable=not console.is_terminal)
