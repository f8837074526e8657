"""What surrounds every page: the way to the others, the theme, and whether what is shown is fresh."""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from nicegui import ui
from nicegui.element import Element
from redis import RedisError

from service.dashboard.elements import Text, box
from service.dashboard.permission import caller
from service.http.proxied import prefix_of
from urltree.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

_logger = logging.getLogger(__name__)

#: Below it is all that is the dashboard's, so that unknown paths elsewhere stay problems.
PREFIX = "/dashboard"

#: Below that are files of ours; browsers keep them for an hour.
ASSETS = f"/static/{version('urltree')}"

#: Seconds that a page waits for what it is to show.
_PATIENCE = 5.0

#: Paths below it.
PLACES = (
    ("/", "Overview"),
    ("/sites", "Sites"),
    ("/stream", "Stream"),
    ("/feeds", "Feeds"),
    ("/queue", "Queue"),
    ("/inspector", "Inspector"),
)


class Theme(Element, component="theme.js"):
    """The switch between light, dark, and what the system says; the browser remembers it."""


class Session(Element, component="session.js"):
    """The way out for who has logged in, and back in when the session has ended."""


class Frame:
    """The frame of one page in one browser."""

    def __init__(self, status: Text, place: str) -> None:
        self._status = status
        self._place = place

    def keep(self, **told: str | None) -> None:
        """Have the page's address tell what is looked for, so that it outlives a reload and the way back."""
        query = urlencode({name: value for name, value in told.items() if value})
        ui.navigate.history.replace(f".{self._place}?{query}".removesuffix("?"))

    async def keep_fresh(self, refresh: Callable[[], Awaitable[None]], seconds: float) -> None:
        """Refresh now and every so many seconds for as long as the page is open."""

        async def attempt() -> None:
            try:
                await refresh()
            except (RedisError, StoreError) as error:
                if self._tell("The store fails; trying again", "bad"):
                    _logger.warning("the dashboard cannot be refreshed: %s", error)
            else:
                self._tell("Live", "good")

        with suppress(TimeoutError):  # on a busy machine the frame comes first, what is in it later
            async with asyncio.timeout(_PATIENCE):
                await attempt()
        ui.timer(seconds, attempt, immediate=False)

    def _tell(self, words: str, tone: str) -> bool:
        """Tell how it stands; say whether that is news."""
        is_news: bool = self._status.text != words
        if is_news:
            self._status.text = words
            self._status.classes(replace=f"status {tone}")
        return is_news


@contextmanager
def frame(title: str, place: str) -> Iterator[Frame]:
    """Begin a page that belongs to a place."""
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
    ui.run_javascript("document.getElementById('popup').role = 'alert'")  # it tells that the service is away
    ui.skip_link(target=ui.context.client.content)
    Text("h1", title)
    yield Frame(status, place)


def outside(path: str) -> str:
    """Give the URL path of what is the service's, from where the browser sees it."""
    return prefix_of(ui.context.client.request) + path
