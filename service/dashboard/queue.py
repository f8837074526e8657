"""Queue: what waits, what is in work, what fails or was given up, and why; and how webhooks do."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from nicegui import ui

from service.dashboard.common import ITEMS
from service.dashboard.elements import (
    Empty,
    Figure,
    Text,
    box,
    button,
    confirm,
    errors_shown,
    figures,
    section,
)
from service.dashboard.layout import frame
from service.dashboard.permission import is_admin
from service.dashboard.table import Column, Table, act, cell
from service.dashboard.webhooks import WebhooksView
from service.dashboard.words import NOTHING, figure, plural, span
from service.queue import PARKED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from service.dashboard.common import Common
    from service.parts import Parts
    from service.queue import Failure

_COLUMNS = (
    Column("page", "Page"),
    Column("reason", "Why it failed last"),
    Column("tries", "Tries", "number"),
    Column("failed", "Failed", "ago"),
)
_NEXT = Column("due", "Next try", "due")

_CAPTION = "Items that were given up on, latest first"
_FAILING_CAPTION = "Items that failed and will be tried again, latest failure first"


async def show(parts: Parts, common: Common) -> None:
    """Build the page."""
    with frame("Queue", "/queue") as page:
        view = _View(parts, common)
    await page.keep_fresh(view.refresh, 2)


class _View:
    def __init__(self, parts: Parts, common: Common) -> None:
        self._parts = parts
        self._common = common
        with figures():
            self._waiting = Figure("Waiting", "for a worker, a turn or a time")
            self._in_work = Figure("In work", "held by workers")
            self._given_up = Figure("Parked", "given up on after five failures")
            self._oldest = Figure("Oldest item", "since it came in")
        with section("Parked items"):
            self._empty = Empty(
                "Nothing is parked",
                "An item that has failed five times waits here, with its reason, to be retried or dropped.",
            )
            self._why_parked = Text("p", "", "muted")
            acts = (Column("acts", "Actions", "acts"),) if is_admin() else ()
            self._table = Table(_CAPTION, (*_COLUMNS, *acts), on_act=self._act if acts else None)
            self._more = Text("p", "", "muted")
            if acts:
                self._build_for_all()
        self._webhooks = WebhooksView(parts.webhooks, common) if is_admin() else None
        # Last, as it may be long, and nobody need act on it.
        with section("Failing items"):
            self._calm = Empty(
                "Nothing fails",
                "An item that has failed is listed here, with its reason, until it is done or parked.",
            )
            self._why_failing = Text("p", "", "muted")
            self._failing = Table(_FAILING_CAPTION, (*_COLUMNS, _NEXT))
            self._latest = Text("p", "", "muted")

    def _build_for_all(self) -> None:
        with box("div", "line end").bind_visibility_from(self._table):
            button("Retry all", lambda _: self._act_on_all("retry"))
            button("Drop all", lambda _: self._act_on_all("drop"), "danger")

    async def refresh(self) -> None:
        queue = (await self._parts.statistics.present.get()).queue
        self._waiting.show(figure(queue.waiting))
        self._in_work.show(figure(queue.in_work))
        self._given_up.show(figure(queue.parked))
        self._oldest.show(span(queue.oldest) if queue.oldest else NOTHING)
        parked = await self._common.parked.get()
        self._empty.show_if_empty(self._table, parked)
        self._more.text = _more(len(parked), queue.parked)
        self._why_parked.text = frequent(parked)
        self._table.show([_row(each) | _acts(each) for each in parked])
        if self._webhooks:
            await self._webhooks.refresh()
        await self._refresh_failing()

    async def _refresh_failing(self) -> None:
        failing = await self._common.failing.get()
        self._calm.show_if_empty(self._failing, failing)
        self._failing.show([_row(each) | _next(each) for each in failing[:ITEMS]])
        self._why_failing.text = frequent(failing[:ITEMS])
        self._latest.text = f"Only the latest {ITEMS} are shown." if len(failing) > ITEMS else ""

    async def _act(self, event: str, item: str) -> None:
        with errors_shown():
            names = {each.item.id: _name(each) for each in await self._common.parked.get()}
            question = f"Drop {names.get(item, item)}? Its page will not be fetched."
            await self._settle(event, [item], question)

    async def _act_on_all(self, event: str) -> None:
        """Retry or drop all parked items, of which not all are shown."""
        with errors_shown():
            parked = await self._parts.queue.parked(PARKED)
            question = f"Drop {plural(len(parked), 'item')}? Their pages will not be fetched."
            await self._settle(event, [each.item.id for each in parked], question)

    async def _settle(self, event: str, items: Sequence[str], question: str) -> None:
        queue = self._parts.queue
        if event == "retry":
            settled = await queue.retry(items)
        elif await confirm(question, "Drop"):
            settled = await queue.drop(items)
        else:
            return
        if left := len(items) - settled:
            ui.notify(f"{plural(left, 'item')} left alone: already retried or dropped by somebody else")
        self._common.parked.forget()
        await self.refresh()


def _more(shown: int, parked: int) -> str:
    """Say how many are not shown. The counts were read at different moments, so they may not fit exactly."""
    return f"And {parked - shown:,} more." if shown == ITEMS < parked else ""


def frequent(failures: Iterable[Failure]) -> str:
    """Say which reasons several of the items share: three of them at most, the most frequent first."""
    counts = Counter(each.reason for each in failures).most_common(3)
    shared = [f"{reason} ({number})" for reason, number in counts if number > 1]
    return f"Most frequent: {'; '.join(shared)}" if shared else ""


def _name(failure: Failure) -> str:
    return failure.item.title or failure.item.url


def _row(failure: Failure) -> dict[str, Any]:
    item = failure.item
    return {
        "id": item.id,
        "page": cell(_name(failure), href=item.url, note=item.url if item.title else None),
        "reason": cell(failure.reason),
        "tries": figure(failure.tries),
        "failed": failure.failed.timestamp(),
    }


def _next(failing: Failure) -> dict[str, Any]:
    due = failing.due or datetime.now(UTC)  # being tried, or waiting for a worker only
    return {"due": due.timestamp()}


def _acts(parked: Failure) -> dict[str, Any]:
    url = parked.item.url
    return {"acts": [act("retry", "Retry", url), act("drop", "Drop", url)]}
