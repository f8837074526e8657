"""The form for subscribing, by the URL of a feed or site or by a list in OPML."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from service.dashboard.elements import Text, box, busy, button, errors_shown, is_busy, section
from service.dashboard.words import isolated, plural
from service.feeds.errors import SeveralFeedsError
from service.feeds.exchange import import_feeds
from service.feeds.find import find_feed, subscribe
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from nicegui.events import ClickEventArguments, UploadEventArguments

    from service.feeds.discover import FeedLink
    from service.parts import Parts


class AddFeed:
    """The form; `done` is awaited when there is a new feed."""

    def __init__(self, parts: Parts, done: Callable[[], Awaitable[None]]) -> None:
        self._parts = parts
        self._done = done
        with section("Add feeds"):
            with box("div", "line"):
                self._url = ui.input("URL of a feed or site", placeholder="https://example.com/")
                self._url.props("outlined dense type=url").classes("grow").on("keydown.enter", self._add)
                self._button = button("Add feed", lambda _: self._add(), "primary")
            with box("div", "line"):
                upload = ui.upload(
                    auto_upload=True,
                    max_file_size=parts.settings.max_body,
                    on_upload=self._import,
                    on_rejected=lambda _: ui.notify("That file is too large", type="negative"),
                )
                upload.props("accept=.opml,.xml").classes("hidden")
                pick = button("Import OPML", None)
                pick.on("click", js_handler=f"() => runMethod({upload.id}, 'pickFiles', [])")
                ui.link("Export OPML", "../feeds/opml").classes("act")
            self._choice = box("div", "choice", role="status")

    async def _add(self) -> None:
        if url := (self._url.value or "").strip():
            await self._subscribe(url)
        else:
            self._url.run_method("focus")

    async def _subscribe(self, url: str) -> None:
        if is_busy(self._button):
            return
        self._choice.clear()
        with busy(self._button), errors_shown():
            try:
                found = await find_feed(url, self._parts.fetcher, self._parts.feed_reader)
            except SeveralFeedsError as several:
                self._choose(several.links)
            else:
                feed, is_new = await subscribe(self._parts.subscriptions, found)
                title = isolated(feed.title or feed.url)
                outcome = f"Subscribed to {title}; it is being polled now"
                ui.notify(outcome if is_new else f"Already subscribed to {title}")
                self._url.value = ""
                await self._done()

    def _choose(self, links: Sequence[FeedLink]) -> None:
        """Offer the feeds that a page names."""
        with self._choice:
            Text("p", "The page links to several feeds. Choose one.")
            for link in links:
                button(f"{isolated(link.title or 'Feed')}: {link.url}", partial(self._take, link.url), "wide")

    async def _take(self, url: str, _event: ClickEventArguments) -> None:
        self._url.run_method("focus")  # the button that has the focus is about to be removed
        await self._subscribe(url)

    async def _import(self, event: UploadEventArguments) -> None:
        with errors_shown():
            if event.file.size() > self._parts.settings.max_body:  # whatever the browser checked
                raise InputError("That file is too large")
            imported = await import_feeds(self._parts.subscriptions, await event.file.read())
            known = f", {imported.known:,} already subscribed" if imported.known else ""
            count = len(imported.left_out)
            left_out = f", {count:,} left out: no http(s) URL, or one with a user name" if count else ""
            ui.notify(f"{plural(imported.added, 'feed')} added{known}{left_out}")
            await self._done()
