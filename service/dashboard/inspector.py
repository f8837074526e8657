"""Inspector: one page, what is kept of it, and why."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from nicegui import ui

from service.access.scopes import Scope
from service.dashboard.elements import Empty, Text, box, busy, button, errors_shown, is_busy, section
from service.dashboard.inspected import show_inspection
from service.dashboard.layout import frame
from service.dashboard.permission import caller
from service.dashboard.words import isolated
from service.fetching.urls import with_scheme
from service.pool.inspection import Inspect, Inspection
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.dashboard.common import Common
    from service.dashboard.layout import Frame
    from service.parts import Parts

#: Heuristics that the service's can be compared with; numbers suit a day of a news site.
HEURISTICS = (
    "auto",
    "texrex",
    "strict",
    "strict-support-50",
    "strict-at-domain",
    "relaxed-at-domain-50",
    "vote-slow",
    "vote-fast",
)

_ADVICE = "A page is judged as if it had been counted; nothing is learnt from it."

#: Recent documents that are offered.
_RECENT = 50


async def show(parts: Parts, common: Common, url: str = "") -> None:
    """Build the page."""
    with frame("Inspector", "/inspector") as page:
        if not caller().may(Scope.EXTRACT):
            denied = Empty("Your key may not extract", "Log in with a key that has the scope extract.")
            denied.show(is_shown=True)
            return
        view = _View(parts, common, page, url)
    await page.keep_fresh(view.refresh, 5)
    if url:
        ui.timer(0, view.inspect_url, once=True)


class _View:
    def __init__(self, parts: Parts, common: Common, page: Frame, url: str) -> None:
        self._parts = parts
        self._common = common
        self._page = page
        with section("Page"):
            with box("div", "line"):
                self._url = ui.input("URL", value=url, placeholder="https://example.com/news/bridge")
                self._url.props("outlined dense type=url").classes("grow")
                self._url.on("keydown.enter", self.inspect_url)
                self._button = button("Inspect", lambda _: self.inspect_url(), "primary")
            with box("div", "line"):
                self._recent = ui.select({}, label="A recent document", on_change=self._choose)
                own = parts.settings.heuristic
                self._others = ui.select(
                    list(dict.fromkeys((own, *HEURISTICS))),
                    label="Heuristics, the first is shown",
                    value=list(dict.fromkeys((own, "strict"))),
                    multiple=True,
                )
                for select in (self._recent, self._others):
                    select.props("outlined dense options-dense").classes("grow")
            self._build_paste()
            self._state = Text("p", _ADVICE, "muted")
            self._state.props["role"] = "status"
        self._result = box("div", "result")

    def _build_paste(self) -> None:
        with box("details"):
            Text("summary", "Paste HTML instead")
            self._html = ui.textarea("HTML of the page at the URL above").props("outlined dense rows=6")
            button("Inspect the HTML", lambda _: self._inspect_html())

    async def refresh(self) -> None:
        documents = (await self._common.documents.get())[:_RECENT]
        options = {each.url: f"{isolated(each.title or each.url)} · {each.domain}" for each in documents}
        if options != self._recent.options and not self._recent.value:
            self._recent.set_options(options)

    async def _choose(self) -> None:
        if self._recent.value:
            self._url.value, self._recent.value = self._recent.value, None
            await self.inspect_url()

    async def inspect_url(self) -> None:
        """Fetch the page through the guard and inspect it."""
        if is_busy(self._button):
            return
        if not (url := (self._url.value or "").strip()):
            self._url.run_method("focus")
            return
        self._page.keep(url=url)
        with self._busy(f"Fetching {url}"), errors_shown():
            page = await self._parts.fetcher.page(with_scheme(url))
            await self._inspect(Inspect(page.body, page.url, self._heuristics, page.charset))

    async def _inspect_html(self) -> None:
        if is_busy(self._button):
            return
        with self._busy("Reading"), errors_shown():
            url = (self._url.value or "").strip() or "https://example.com/"
            await self._inspect(Inspect(self._html.value or "", url, self._heuristics))

    @property
    def _heuristics(self) -> tuple[str, ...]:
        return tuple(self._others.value) or (self._parts.settings.heuristic,)

    async def _inspect(self, job: Inspect) -> None:
        reply = await self._parts.answer(job)
        if reply.problem:
            raise InputError(reply.problem.detail)
        with self._result:
            show_inspection(Inspection.model_validate_json(reply.body))

    @contextmanager
    def _busy(self, what: str) -> Iterator[None]:
        self._result.clear()
        self._state.text = f"{what} …"
        try:
            with busy(self._button):
                yield
        finally:
            self._state.text = _ADVICE
