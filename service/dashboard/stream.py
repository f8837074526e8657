"""Stream: the newest documents as they arrive."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from nicegui import ui

from service.dashboard.elements import NoFeeds, Text, box, copy_button, section
from service.dashboard.layout import frame, outside
from service.dashboard.reader import read_document
from service.dashboard.table import Column, Table, cell
from service.dashboard.words import ago, figure, plural
from service.wanted import Wanted

if TYPE_CHECKING:
    from service.dashboard.common import Common
    from service.dashboard.parts import Parts
    from service.document import Document

#: Documents that are shown.
_SHOWN = 30

_COLUMNS = (
    Column("document", "Document"),
    Column("site", "Site"),
    Column("status", "Status"),
    Column("chars", "Characters", "number"),
    Column("came", "Came", "number"),
)


async def show(parts: Parts, common: Common, domain: str = "", feed: str = "", label: str = "") -> None:
    """Build the page."""
    with frame("Stream", "/stream") as page:
        view = _View(parts, common, {"domain": domain, "feed": feed, "label": label})
    await page.keep_fresh(view.refresh, 1)


class _View:
    def __init__(self, parts: Parts, common: Common, wanted: dict[str, str]) -> None:
        self._parts = parts
        self._common = common
        self._feed = wanted["feed"]
        with section("Filter"):
            with box("div", "line fields"):
                self._words = self._input("Words in title or text", "")
                self._domain = self._input("Domain", wanted["domain"])
                self._label = self._input("Label", wanted["label"])
                self._lang = self._input("Language", "")
                self._hold = ui.switch("Hold still", on_change=self.refresh).props("dense")
            self._elsewhere = box("div", "line")
        with section("Newest documents"):
            self._empty = NoFeeds("No document yet")
            self._count = Text("p", "", "muted")
            self._table = Table("Documents, the last first", _COLUMNS, on_act=self._act)
        self._lead_elsewhere()

    def _input(self, label: str, value: str) -> ui.input:
        return ui.input(label, value=value, on_change=self._change).props(
            "outlined dense clearable debounce=200"
        )

    @property
    def _wanted(self) -> dict[str, str]:
        given = {"domain": self._domain.value, "feed": self._feed, "label": self._label.value}
        given["lang"] = self._lang.value
        return {name: value.strip() for name, value in given.items() if value and value.strip()}

    async def _change(self) -> None:
        self._lead_elsewhere()
        await self._list()

    async def refresh(self) -> None:
        if not self._hold.value:
            await self._list()

    async def _list(self) -> None:
        documents = await self._common.documents.get()
        wanted, words = Wanted(**self._wanted), (self._words.value or "").lower()
        found = [each for each in documents if wanted.takes(each) and _has(each, words)]
        self._empty.show(is_shown=not documents)
        self._table.set_visibility(bool(documents))
        filters = f", {len(found):,} of them wanted" if len(found) < len(documents) else ""
        self._count.text = f"The newest {plural(len(documents), 'document')}{filters}." if documents else ""
        self._table.show([_row(each, time.time()) for each in found[:_SHOWN]])

    def _lead_elsewhere(self) -> None:
        """Say where programs find what the filter takes."""
        wanted = self._wanted
        origin = str(ui.context.client.request.base_url.replace(path=""))
        query = f"?{urlencode(wanted)}" if wanted else ""
        line = f"curl -N '{origin}{outside('/stream')}{query}'"
        self._elsewhere.clear()
        with self._elsewhere:
            Text("code", line)
            copy_button(line, "Line")
            for name, path in _fulltext(wanted):
                ui.link(name, f"..{path}").classes("act")

    async def _act(self, _event: str, document: str) -> None:
        await read_document(self._parts.stream, document)


def _fulltext(wanted: dict[str, str]) -> list[tuple[str, str]]:
    """Name the full-text feeds of what is wanted."""
    kinds = (("feed", "feeds"), ("label", "labels"))
    paths = [f"/{nouns}/{quote(wanted[noun], safe='')}/fulltext" for noun, nouns in kinds if noun in wanted]
    forms = (("Atom", "atom"), ("JSON Feed", "json"))
    return [(f"Full text as {name}", f"{path}.{form}") for path in paths[:1] for name, form in forms]


def _has(document: Document, words: str) -> bool:
    return not words or words in (document.title or "").lower() or words in document.text.lower()


def _row(document: Document, now: float) -> dict[str, Any]:
    title = document.title or document.url
    start = document.text.removeprefix(title).lstrip()[:160].replace("\n", " ")
    known = "warm" if document.evidence.warm else "cold"
    return {
        "id": document.id,
        "document": cell(title, event="read", note=start),
        "site": cell(document.domain, href=f"/sites/{quote(document.domain)}"),
        "status": cell(
            f"{document.reason or document.status}, {known}", tone=None if known == "warm" else "uncertain"
        ),
        "chars": figure(len(document.text)),
        "came": ago(int(document.id.partition("-")[0]) / 1000, now),
    }
