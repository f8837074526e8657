"""The pages and their assets, on the service's own app."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

import nicegui
from nicegui import ui
from starlette.responses import RedirectResponse

from service.access.smallpage import small_page
from service.dashboard import feeds, inspector, overview, queue, site, sites, stream
from service.dashboard.common import Common
from service.dashboard.layout import ASSETS, PREFIX
from service.http.handlers import refuse_method
from service.http.proxied import prefix_of
from service.parts import parts_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response


_STATIC = Path(__file__).parent / "static"

#: Seconds that building a page may take, on a busy machine.
_PATIENCE = 15.0

_PAGES: dict[str, Callable[..., Awaitable[None]]] = {
    "/": overview.show,
    "/sites": sites.show,
    "/sites/{domain}": site.show,
    "/stream": stream.show,
    "/feeds": feeds.show,
    "/queue": queue.show,
    "/inspector": inspector.show,
}


def mount_dashboard(app: FastAPI) -> None:
    """Serve the dashboard on an app, only one in a process, because NiceGUI keeps its own app in a global."""
    parts = parts_of(app)
    common = Common(parts)
    for path, show in _PAGES.items():
        ui.page(path, response_timeout=_PATIENCE)(partial(show, parts, common))
    nicegui.app.colors(primary="#12805c", positive="#12805c", negative="#b3261e")
    nicegui.app.add_static_files(ASSETS, _STATIC)
    ui.run_with(
        app,
        mount_path=PREFIX,
        title="urltree",
        favicon=(_STATIC / "favicon.svg").read_text("utf-8"),
        dark=None,
        language="en-GB",
        tailwind=False,
        binding_refresh_interval=None,
        show_welcome_message=False,
    )
    nicegui.app.router.redirect_slashes = False  # such a redirect would leave the path of a proxy
    nicegui.app.exception_handler(HTTPStatus.NOT_FOUND)(_not_found)
    nicegui.app.exception_handler(HTTPStatus.METHOD_NOT_ALLOWED)(refuse_method)
    for path in ("/", PREFIX):
        app.add_api_route(path, _to_dashboard, include_in_schema=False)


async def _to_dashboard() -> Any:
    return RedirectResponse(f".{PREFIX}/")


async def _not_found(request: Request, _error: Exception) -> Response:
    path = request.url.path
    if path.endswith("/"):
        return RedirectResponse(f"../{path.rstrip('/').rpartition('/')[2]}")
    way = f'<p>There is no such page. <a href="{prefix_of(request)}{PREFIX}/">Overview</a></p>'
    return small_page("No such page", way, HTTPStatus.NOT_FOUND)
