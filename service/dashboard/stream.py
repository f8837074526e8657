"""Stream: the newest documents as they arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from nicegui import ui
from pydantic import ValidationError

from service.dashboard.elements import NoFeeds, Text, box, copy_button, section
from service.dashboard.layout import frame, outside
from service.dashboard.newest import opening, with_older
from service.dashboard.permission import caller
from service.dashboard.reader import document_cell, read_document
from service.dashboard.sites import site_cell
from service.dashboard.table import Column, Table, cell
from service.dashboard.words import figure, plural
from service.http.problems import of_fields
from service.stream.wanted import Asked, Wanted

if TYPE_CHECKING:
    from service.dashboard.common import Common
    from service.dashboard.layout import Frame
    from service.parts import Parts
    from service.stream.document import Document

#: Documents that are shown.
_SHOWN = 30

#: Says why no new documents are shown.
_STILL = " The list stands still while the mouse or the focus is in it."

#: The filters of the stream, and what their inputs are called.
_FILTERS = {"domain": "Domain", "feed": "Feed", "label": "Label", "lang": "Language"}

_COLUMNS = (
    Column("document", "Document"),
    Column("site", "Site"),
    Column("status", "Status"),
    Column("chars", "Characters", "number"),
    Column("came", "Came", "ago"),
)


async def show(
    parts: Parts,
    common: Common,
    *,
    words: str = "",
    domain: str = "",
    feed: str = "",
    label: str = "",
    lang: str = "",
) -> None:
    """Build the page."""
    with frame("Stream", "/stream") as page:
        given = {"words": words, "domain": domain, "feed": feed, "label": label, "lang": lang}
        view = _View(parts, common, page, given)
    await page.keep_fresh(view.refresh, 1)


class _View:
    def __init__(self, parts: Parts, common: Common, page: Frame, given: dict[str, str]) -> None:
        self._parts = parts
        self._common = common
        self._page = page
        self._is_held = False
        with section("Filter"):
            with box("div", "line fields"):
                self._words = self._input("Words in title or text", given["words"])
                self._filters = {name: self._input(label, given[name]) for name, label in _FILTERS.items()}
                self._filters["feed"].set_visibility(bool(given["feed"]))
                self._hold = ui.switch("Pause", on_change=self.refresh).props("dense")
            self._elsewhere = box("div", "line")
        with section("Newest documents"):
            self._empty = NoFeeds("No documents yet")
            with box("p", "muted"):
                self._count, self._still = Text("span"), Text("span")
            self._table = Table(
                "Documents, latest first",
                _COLUMNS,
                none="None of them passes the filter",
                on_act=self._act,
                on_hold=self._keep_still,
            )
        self._show_command()

    def _input(self, label: str, value: str) -> ui.input:
        return ui.input(label, value=value, on_change=self._change).props(
            "outlined dense clearable debounce=200"
        )

    @property
    def _wanted(self) -> dict[str, str]:
        given = {name: (field.value or "").strip() for name, field in self._filters.items()}
        return {name: value for name, value in given.items() if value}

    async def _change(self) -> None:
        self._page.keep(words=self._words.value, **self._wanted)
        self._show_command()
        await self._list()

    async def refresh(self) -> None:
        if self._hold.value:
            return
        if self._is_held:
            self._still.text = _STILL
        else:
            self._still.text = ""
            await self._list()

    def _keep_still(self, is_held: bool) -> None:
        """Let nothing move that somebody points at or is at with the keyboard."""
        self._is_held = is_held

    async def _list(self) -> None:
        wanted, newest = Wanted(**self._wanted), await self._common.documents.get()
        documents = with_older(newest, await self._common.listed(wanted).get())
        words = (self._words.value or "").strip().lower()
        found = [each for each in documents if wanted.takes(each) and _has(each, words)]
        self._empty.show_if_empty(self._table, documents)
        self._count.text = f"{counted(len(documents), len(found))} {_complaint(self._wanted)}".strip()
        self._table.show(list(map(_row, found[:_SHOWN])))

    def _show_command(self) -> None:
        """Say where programs find what the filter takes."""
        wanted = self._wanted
        origin = str(ui.context.client.request.base_url.replace(path=""))
        query = f"?{urlencode(wanted)}" if wanted else ""
        key = ' -H "Authorization: Bearer $KEY"' if caller().id else ""
        line = f"curl -N{key} '{origin}{outside('/stream')}{query}'"
        self._elsewhere.clear()
        with self._elsewhere:
            Text("code", line)
            copy_button(line, "Line")
            for name, path in _fulltext(wanted):
                ui.link(name, f"..{path}").classes("act")

    async def _act(self, _event: str, document: str) -> None:
        if await read_document(self._parts, document):
            self._common.documents.forget()
            self._common.listed(Wanted(**self._wanted)).forget()
            await self._list()


def counted(known: int, found: int) -> str:
    """Say how many documents are known, how many pass the filter, and how many are shown if not all."""
    filters = f", {found:,} after filtering" if found < known else ""
    shown = f" The latest {_SHOWN} are shown." if found > _SHOWN else ""
    return f"The newest {plural(known, 'document')}{filters}.{shown}" if known else ""


def _complaint(wanted: dict[str, str]) -> str:
    """Say how to mend a filter that no document can pass; empty if the filter is valid."""
    try:
        Asked(**wanted)
    except ValidationError as error:
        return f"{of_fields(error.errors()).detail}."
    return ""


def _fulltext(wanted: dict[str, str]) -> list[tuple[str, str]]:
    """List names and paths of the full-text feeds of the wanted feed or label."""
    noun = next((noun for noun in ("feed", "label") if noun in wanted), None)
    if noun is None:
        return []
    path = f"/{noun}s/{quote(wanted[noun], safe='')}/fulltext"
    return [("Full text as Atom", f"{path}.atom"), ("Full text as JSON Feed", f"{path}.json")]


def _has(document: Document, words: str) -> bool:
    return not words or words in (document.title or "").lower() or words in document.text.lower()


def _row(document: Document) -> dict[str, Any]:
    known = "warm" if document.evidence.warm else "cold"
    return {
        "id": document.id,
        "document": document_cell(document, opening(document)),
        "site": site_cell(document.domain),
        "status": cell(
            f"{document.reason or document.status}, {known}", tone=None if known == "warm" else "uncertain"
        ),
        "chars": figure(len(document.text)),
        "came": document.came,
    }
