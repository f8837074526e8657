"""How people come to the dashboard of a service that asks for keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from processes import serving
from valkeys import url_of, valkey_client
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser import Browser, Tab
    from processes import Service

KEY = "0123456789abcdefghijklmn"
ALERT = "[role=alert]"


@pytest.fixture(scope="module")
def closed(browser: Browser) -> Iterator[Service]:
    """A service that asks for keys."""
    assert browser  # without one, nothing is started
    with (
        valkey_client() as redis,
        serving(redis_url=url_of(redis), workers=1, poll=False, api_keys=f"read:{KEY}") as service,
    ):
        yield service


def show(tab: Tab, key: str) -> None:
    tab.see("Log in", "button")
    tab.click("#key")
    tab.send("Input.insertText", text=key)
    tab.click("button", "Log in")


def socket_url(service: Service) -> str:
    base = str(service.client.base_url).rstrip("/").replace("http", "ws", 1)
    return f"{base}/dashboard/_nicegui_ws/socket.io/?EIO=4&transport=websocket"


def test_a_person_shows_a_key_and_is_led_to_the_page_that_lives(closed: Service, tab: Tab) -> None:
    page = f"{closed.client.base_url}/dashboard/sites"
    tab.send("Network.clearBrowserCookies")
    tab.send("Page.navigate", url=page)
    show(tab, KEY)
    assert tab.wait(f"location.href === '{page}' && window.did_handshake === true")


def test_a_wrong_key_is_told_and_may_be_mended(closed: Service, tab: Tab) -> None:
    tab.send("Network.clearBrowserCookies")
    tab.send("Page.navigate", url=f"{closed.client.base_url}/login")
    show(tab, "wrong")
    assert tab.see("There is no such key", ALERT)
    # What the console says of the refusal is not of the page.
    tab.complaints.clear()
    show(tab, KEY)
    assert tab.wait("window.did_handshake === true")


def test_no_socket_is_opened_without_a_session(closed: Service) -> None:
    with pytest.raises(InvalidStatus) as caught:
        connect(socket_url(closed), proxy=None)
    assert caught.value.response.status_code == 401


def test_no_socket_is_opened_for_a_page_elsewhere(closed: Service) -> None:
    cookie = closed.client.post("/login", json={"key": KEY}).headers["set-cookie"].partition(";")[0]
    headers = {"Cookie": cookie, "Origin": "http://elsewhere.example"}
    with pytest.raises(InvalidStatus) as caught:
        connect(socket_url(closed), proxy=None, additional_headers=headers)
    assert caught.value.response.status_code == 403


def test_a_socket_ends_with_its_session(closed: Service) -> None:
    cookie = closed.client.post("/login", json={"key": KEY}).headers["set-cookie"].partition(";")[0]
    with connect(socket_url(closed), proxy=None, additional_headers={"Cookie": cookie}) as socket:
        socket.recv()
        closed.client.post("/logout", headers={"Cookie": cookie})
        socket.send("2probe")
        assert list(socket) == []
