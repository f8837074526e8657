"""Progress of long work."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console
from rich.progress import track

if TYPE_CHECKING:
    from collections.abc import Iterable
    from contextlib import AbstractContextManager

Each = TypeVar("Each")


def visibly(work: Iterable[Each], what: str, total: int | None = None) -> Iterable[Each]:
    """Show progress if standard error is a terminal; without a total, only that work goes on."""
    console = Console(stderr=True)
    return track(work, what, total, console=console, disable=not console.is_terminal)


def working(what: str) -> AbstractContextManager[object]:
    """Show that one long step goes on, if standard error is a terminal."""
    console = Console(stderr=True)
    return console.status(what) if console.is_terminal else nullcontext()
