"""Feeds: what is subscribed to, how each does, and how to add more."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from nicegui import ui

from service.dashboard.addfeed import AddFeed
from service.dashboard.elements import NEEDS_ADMIN, Empty, Figure, confirm, errors_shown, figures, section
from service.dashboard.layout import frame
from service.dashboard.permission import is_admin
from service.dashboard.table import Column, Pager, Table, act, cell
from service.dashboard.words import figure, isolated
from service.feeds.schedule import items_per_day
from service.feeds.subscriptions import State
from service.statistics.feeds import Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.dashboard.common import Common, RatedFeed
    from service.dashboard.layout import Frame
    from service.feeds.subscriptions import Subscription
    from service.parts import Parts

_COLUMNS = (
    Column("feed", "Feed"),
    Column("health", "Health"),
    Column("polled", "Last poll", "ago"),
    Column("next", "Next poll", "due"),
    Column("items", "Items per day", "number"),
)

#: Items a day below which a decimal is shown.
_FEW = 100

_HEALTH = {
    Standing.ACTIVE: ("Works", "good"),
    Standing.FAILING: ("Fails", "bad"),
    Standing.SILENT: ("Silent: no new items for an unusually long time", "uncertain"),
    Standing.UNREADABLE: ("The pages of its items cannot be read", "bad"),
    Standing.PAUSED: ("Paused", "muted"),
    Standing.GONE: ("Gone: the server says it no longer exists", "bad"),
}


async def show(parts: Parts, common: Common, search: str = "", page: str = "") -> None:
    """Build the page."""
    with frame("Feeds", "/feeds") as around:
        view = _View(parts, common, around, search, page)
    await around.keep_fresh(view.refresh, 3)


class _View:
    def __init__(self, parts: Parts, common: Common, around: Frame, search: str, page: str) -> None:
        self._feeds = parts.subscriptions
        self._common = common
        self._around = around
        self._all: Sequence[RatedFeed] = ()
        if is_admin():
            AddFeed(parts, self._reload)
        with figures():
            self._count = {
                each: Figure(each.capitalize(), place=f"/feeds?search={each}") for each in Standing
            }
        with section("Subscriptions"):
            self._filter = ui.input("Filter by title, URL, label or health", value=search)
            self._filter.props("outlined dense clearable").classes("filter")
            self._empty = Empty(
                "No feeds yet",
                "Enter the URL of a feed, or of a site that links to one." if is_admin() else NEEDS_ADMIN,
            )
            acts = (Column("acts", "Actions", "acts"),) if is_admin() else ()
            self._table = Table(
                "Feeds by title",
                (*_COLUMNS, *acts),
                none="No feed has this in its title, URL, labels or health",
                on_act=self._act if acts else None,
            )
            self._pager = Pager(self._table, self._turn_page, page)
            self._filter.on_value_change(self._pager.turn_to_first)

    async def refresh(self) -> None:
        self._all = await self._common.feeds.get()
        counts = Counter(standing for _, standing in self._all)
        for each, count in self._count.items():
            count.show(figure(counts[each]))
        self._empty.show_if_empty(self._table, self._all)
        self._list()

    def _list(self) -> None:
        """Show a page of the feeds as they were read last."""
        words = (self._filter.value or "").strip().lower()
        found = [each for each in self._all if words in _words(*each)]
        now = time.time()
        self._table.show([_row(*each, now) for each in self._pager.page_of(found)])

    def _turn_page(self) -> None:
        self._around.keep(search=self._filter.value, page=self._pager.number)
        self._list()

    async def _reload(self) -> None:
        self._common.feeds.forget()
        await self.refresh()

    async def _act(self, event: str, feed: str) -> None:
        with errors_shown():
            match event:
                case "poll":
                    await self._feeds.change(feed, time.time())
                case "pause":
                    await self._feeds.change(feed, state=State.PAUSED)
                case "resume":
                    await self._feeds.change(feed, time.time(), state=State.ACTIVE)
                case "remove":
                    await self._remove(feed)
            await self._reload()

    async def _remove(self, feed: str) -> None:
        known = await self._feeds.get(feed)
        name = isolated(known.title or known.url)
        if await confirm(f"Unsubscribe from {name}? Its documents stay.", "Unsubscribe"):
            await self._feeds.remove(feed)


def health(feed: Subscription, standing: Standing) -> tuple[str, str]:
    """Return the health of a feed in words, and the tone in which to show it."""
    if standing is Standing.ACTIVE and feed.last_poll is None:
        return "Not polled yet", "muted"
    return _HEALTH[standing]


def _words(feed: Subscription, standing: Standing) -> str:
    """Return the text, in lower case, in which the filter looks for words."""
    words, _ = health(feed, standing)
    return " ".join([feed.title or "", feed.url, *feed.labels, standing, words]).lower()


def _row(feed: Subscription, standing: Standing, now: float) -> dict[str, Any]:
    name = feed.title or feed.url
    words, tone = health(feed, standing)
    a_day = items_per_day(feed.times, now)
    return {
        "id": feed.id,
        "feed": cell(name, href=feed.site_url or feed.url, note=" · ".join([feed.url, *feed.labels])),
        "health": cell(words, note=feed.error or _unreadable(feed, standing), tone=tone),
        "polled": feed.last_poll,
        "next": feed.next_poll,
        "items": figure(a_day, 0 if a_day and a_day >= _FEW else 1),
        "acts": _acts(feed, name),
    }


def _unreadable(feed: Subscription, standing: Standing) -> str | None:
    if standing != Standing.UNREADABLE:
        return None
    return f"{figure(feed.unreadable)} in a row: {feed.unreadable_reason}"


def _acts(feed: Subscription, name: str) -> list[dict[str, str]]:
    remove = act("remove", "Remove", name)
    if feed.state == State.ACTIVE:
        return [act("poll", "Poll now", name), act("pause", "Pause", name), remove]
    return [act("resume", "Resume", name, place="pause"), remove]
