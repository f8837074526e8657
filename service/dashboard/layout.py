"""What surrounds every page: links to the others, the theme, and whether what is shown is fresh."""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from nicegui import ui
from nicegui.element import Element

from service.access.caller import may_go_on
from service.dashboard.elements import Text, box
from service.dashboard.permission import caller
from service.dashboard.unopened import forget_surplus
from service.http.proxied import prefix_of
from service.state.connection import AWAY

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

_logger = logging.getLogger(__name__)

#: Path of everything that belongs to the dashboard; unknown paths elsewhere are answered with problems.
PREFIX = "/dashboard"

#: Path, below `PREFIX`, of our static files; browsers cache them for an hour.
ASSETS = f"/static/{version('urltree')}"

#: Seconds that a page waits for the values that it is to show.
_PATIENCE = 5.0

#: Paths below `PREFIX`, and the names of their pages.
PLACES = (
    ("/", "Overview"),
    ("/sites", "Sites"),
    ("/stream", "Stream"),
    ("/feeds", "Feeds"),
    ("/queue", "Queue"),
    ("/inspector", "Inspector"),
)


class Theme(Element, component="theme.js"):
    """The switch between light, dark and the system's theme; the browser remembers the choice."""


class Session(Element, component="session.js"):
    """The button that logs out; it also leads to the login when the session has ended."""


class Frame:
    """The frame of one page in one browser."""

    def __init__(self, status: Text, place: str) -> None:
        self._status = status
        self._place = place

    def keep(self, **given: str | None) -> None:
        """Keep what is looked for in the page's address, so that it survives a reload and going back."""
        query = urlencode({name: value for name, value in given.items() if value})
        ui.navigate.history.replace(f".{self._place}?{query}".removesuffix("?"))

    async def keep_fresh(self, refresh: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Refresh now, and then every `seconds` for as long as the page is open.

        It ends with the key or session that opened it; its socket does not, if it has shown another key.
        """

        async def attempt() -> None:
            try:
                await refresh()
            except AWAY as error:
                if self._set_status("The store is unavailable; trying again", "bad"):
                    _logger.warning("the dashboard cannot be refreshed: %s", error)
            else:
                self._set_status("Live", "good")

        async def attempt_again() -> None:
            client = ui.context.client
            if await may_go_on(client.request):
                await attempt()
            else:
                client.delete()

        with suppress(TimeoutError):  # on a busy machine the frame comes first, its content later
            async with asyncio.timeout(_PATIENCE):
                await attempt()
        ui.timer(seconds, attempt_again, immediate=False)

    def _set_status(self, words: str, tone: str) -> bool:
        """Show a status, in words and tone; return whether it is new."""
        is_news: bool = self._status.text != words
        if is_news:
            self._status.text = words
            self._status.classes(replace=f"status {tone}")
        return is_news


@contextmanager
def frame(title: str, place: str) -> Iterator[Frame]:
    """Begin a page at one of `PLACES`, or below it."""
    forget_surplus()
    ui.page_title(f"{title} · urltree")
    ui.add_head_html(f'<link rel="stylesheet" href="{outside(f"{PREFIX}{ASSETS}/dashboard.css")}">')
    with ui.header().classes("top"):
        Text("span", "urltree", "name")
        with box("nav", aria_label="Pages"):
            for path, name in PLACES:
                link = ui.link(name, path)
                if path == place:
                    link.props["aria-current"] = "page"
        status = Text("span", "Live", "status good")
        status.props["role"] = "status"
        Theme()
        if caller().id:
            Session().props["action"] = outside("/logout")
    ui.run_javascript("document.getElementById('popup').role = 'alert'")  # it says that the service is away
    ui.skip_link(target=ui.context.client.content)
    Text("h1", title)
    yield Frame(status, place)


def outside(path: str) -> str:
    """Return a path of the service as the browser must ask for it, which may be below a proxy's prefix."""
    return prefix_of(ui.context.client.request) + path
