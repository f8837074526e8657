"""What a person finds who uses the keyboard, or has the page read out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard

#: The name of what has the focus.
FOCUSED = "document.activeElement.ariaLabel || document.activeElement.innerText"

#: Whether what has the focus shows it. The border of a field does; the body is between last and first.
SHOWN = """(({ activeElement: each, body }) => each === body || !!each.closest('.q-field') ||
  getComputedStyle(each).outlineStyle === 'solid')(document)"""


def press(tab: Tab, selector: str) -> None:
    """Press what is found there, as a keyboard does: it has the focus."""
    tab.wait(f"!!document.querySelector({selector!r})")
    tab.run(f"{{ const found = document.querySelector({selector!r}); found.focus(); found.click(); }}")


@pytest.mark.parametrize("place", ["", "stream?domain=calm.example", "feeds", "inspector"])
def test_focus_can_be_seen_wherever_it_goes(dashboard: Dashboard, wide: Tab, place: str) -> None:
    wide.open(dashboard.page(place))
    for _ in range(20):
        wide.key("Tab")
        assert wide.run(SHOWN), wide.run("document.activeElement.outerHTML")


def test_dialog_gives_the_focus_back(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    press(wide, "[aria-label^='Remove:']")
    wide.click(".q-dialog button", "Cancel")
    assert wide.wait(f"({FOCUSED}).startsWith('Remove:')")


def test_button_that_takes_the_place_of_another_keeps_its_focus(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    wide.type("Filter by title, URL, label or health", "calm.example/feed.rss")
    press(wide, "[aria-label^='Pause:']")
    assert wide.wait(f"({FOCUSED}).startsWith('Resume:')")
    press(wide, "[aria-label^='Resume:']")
    assert wide.wait(f"({FOCUSED}).startsWith('Pause:')")


def test_button_that_lacks_a_url_leads_to_its_field(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector"))
    press(wide, ".primary")
    assert wide.wait(f"({FOCUSED}) === 'URL'")


def test_what_is_pressed_twice_asks_once(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    for _ in range(2):
        press(wide, "[aria-label^='Remove:']")
    wide.click(".q-dialog button", "Cancel")
    assert wide.wait("!document.querySelector('.q-dialog')")


def test_spans_to_choose_from_are_a_group_with_a_name(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.texts("[role=group][aria-label=Time] [aria-pressed=true]") == ["Last hour"]


def test_lost_connection_is_told_and_nothing_says_live(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("queue"))
    assert wide.wait("document.querySelector('#popup').role === 'alert'")
    wide.run("void window.socket.disconnect()")
    assert wide.see("Connection lost", "[role=alert]")
    assert wide.run("getComputedStyle(document.querySelector('.status')).visibility") == "hidden"
