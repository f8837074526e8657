"""A table of rows that change in place; on a narrow screen each row is a card."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from nicegui.element import Element

from service.dashboard.elements import Text, box, button

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

_T = TypeVar("_T")

#: Rows of a page.
PAGE = 50


class Column(NamedTuple):
    """A column. What its cells are depends on its kind."""

    name: str
    label: str
    #: ``cell``: what `cell` makes; ``links``: a list of cells that are links; ``number``: a text;
    #: ``spark``: a list of numbers; ``bar``: a share, 0 to 1; ``acts``: a list of what `act` makes;
    #: ``time``, ``ago`` and ``due``: seconds since the epoch, which for the last two the browser shows as how
    #: long ago or how soon that is, and None as "never".
    kind: Literal["cell", "links", "number", "spark", "bar", "acts", "time", "ago", "due"] = "cell"
    sortable: bool = False


def cell(
    text: str,
    *,
    href: str | None = None,
    note: str | None = None,
    tone: str | None = None,
    event: str | None = None,
    level: int | None = None,
    is_open: bool | None = None,
    lang: str | None = None,
) -> dict[str, Any]:
    """Make a cell: its text, where it leads or what it sends when clicked, a note below, a tone, a language.

    A cell of a tree has a level; if it can be opened, `is_open` says whether it is.
    """
    parts = {
        "text": text, "href": href, "note": note, "tone": tone, "event": event,
        "level": level, "open": is_open, "lang": lang,
    }  # fmt: skip
    return {name: value for name, value in parts.items() if value is not None}


def act(event: str, text: str, about: str, place: str = "") -> dict[str, str]:
    """Make a button of a row; `about` names what it acts on, for those who cannot see the row.

    A button that replaces another of the same `place` keeps its focus.
    """
    return {"event": event, "text": text, "label": f"{text}: {about}", "place": place or event}


def filled(part: int, whole: int) -> float:
    """Return the share of a bar, at most 1: the part may have been counted after the whole."""
    return min(1.0, part / whole) if whole else 0.0


class Table(Element, component="table.js"):
    """Rows are mappings of ``id`` and the columns' names to cells.

    `none` is shown if there are no rows; `on_act` is called with an event and the row's id, `on_sort` with
    the name of a column, `on_hold` with whether the mouse or the focus is in the table.
    """

    def __init__(
        self,
        caption: str,
        columns: Sequence[Column],
        *,
        none: str = "None",
        on_act: Callable[[str, str], Awaitable[None]] | None = None,
        on_sort: Callable[[str], None] | None = None,
        on_hold: Callable[[bool], None] | None = None,
    ) -> None:
        super().__init__()
        self.props.update(
            {
                "caption": caption,
                "columns": [column._asdict() for column in columns],
                "none": none,
                "now": time.time(),
                "rows": "[]",
                "sort": "",
            }
        )
        if on_act:
            self.on("act", lambda event: on_act(str(event.args["event"]), str(event.args["id"])))
        if on_sort:
            self.on("sort", lambda event: on_sort(str(event.args)))
        if on_hold:
            self.on("hold", lambda event: on_hold(bool(event.args)))

    def show(self, rows: Sequence[Mapping[str, Any]], sort: str = "", *, descending: bool = False) -> None:
        """Show rows, sorted by a column; what is shown already is not sent again."""
        # As JSON, because NiceGUI would watch every cell of a list and search it for bytes.
        news = {"rows": json.dumps(rows), "sort": sort, "descending": descending}
        if any(self.props.get(name) != value for name, value in news.items()):
            self.props.update(news)


class Pager:
    """The buttons that turn the pages of `table`; `turn` is called when another page is to be shown.

    `number`, from the page's address, is the number of the page to begin with, from 1; if it is no number,
    the first is shown.
    """

    def __init__(self, table: Table, turn: Callable[[], None], number: str) -> None:
        self._table = table
        self._page = 0
        with suppress(ValueError):
            self._page = max(0, int(number) - 1)
        self._turn = turn
        with box("nav", "pager", aria_label="Pages of the table") as self._box:
            self._text = Text("span")
            self._back = button("Back", lambda _: self._go(-1))
            self._next = button("Next", lambda _: self._go(1))

    @property
    def number(self) -> str:
        """The number of the page, from 1, for an address; empty for the first."""
        return str(self._page + 1) if self._page else ""

    def page_of(self, rows: Sequence[_T]) -> Sequence[_T]:
        """Return the rows of the page, and show its position; there may be fewer pages than before."""
        total = len(rows)
        self._page = min(self._page, max(0, total - 1) // PAGE)
        first = self._page * PAGE
        last = min(first + PAGE, total)
        self._text.text = f"{min(first + 1, total):,} to {last:,} of {total:,}"
        self._back.set_enabled(self._page > 0)
        self._next.set_enabled(last < total)
        self._box.set_visibility(total > PAGE or self._page > 0)
        return rows[first:last]

    def turn_to_first(self) -> None:
        """Turn to the first page, as when the rows are chosen or sorted anew."""
        self._page = 0
        self._turn()

    def _go(self, step: int) -> None:
        self._page = max(0, self._page + step)
        self._turn()
        self._table.run_method("begin")  # the buttons are below its last row
