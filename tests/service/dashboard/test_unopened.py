"""Pages that no browser has connected to, without a browser."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from nicegui import Client, core, ui
from starlette.requests import Request

from service.access.caller import ANYBODY
from service.dashboard import unopened
from service.dashboard.layout import frame

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 4


@pytest.fixture
def clients(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Client]]:
    """More than are kept, the oldest first."""
    monkeypatch.setattr(unopened, "MANY", MANY)
    monkeypatch.setattr(Client, "instances", {})
    scope = {"type": "http", "path": "/", "query_string": b"", "headers": []}
    request = Request(scope | {"state": {"caller": ANYBODY}})
    made = [Client(ui.page("/none"), request=request) for _ in range(MANY + 1)]
    for age, client in enumerate(reversed(made)):
        client.created -= age
    yield made
    for client in list(Client.instances.values()):
        client.delete()


async def test_building_a_page_forgets_older_ones_that_no_browser_opened(
    clients: list[Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core, "loop", asyncio.get_running_loop())
    with clients[-1], frame("Feeds", "/feeds"):
        pass
    assert [client.is_deleted for client in clients] == [True, True, True, False, False]


async def test_opened_pages_are_kept(clients: list[Client]) -> None:
    for client in clients:
        client.tab_id = "tab"
    unopened.forget_surplus()
    assert not any(client.is_deleted for client in clients)


async def test_few_pages_are_kept(clients: list[Client]) -> None:
    clients.pop().delete()
    unopened.forget_surplus()
    assert not any(client.is_deleted for client in clients)
