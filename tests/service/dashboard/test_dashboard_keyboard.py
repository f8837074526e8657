"""The dashboard by keyboard and by screen reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard

#: The label of the focused element.
FOCUSED = "document.activeElement.ariaLabel || document.activeElement.innerText"

#: Whether the focused element shows that. Fields do by their border; the body is between last and first.
SHOWN = """(({ activeElement: each, body }) => each === body || !!each.closest('.q-field') ||
  getComputedStyle(each).outlineStyle === 'solid')(document)"""


def press(tab: Tab, selector: str) -> None:
    """Focus an element and click it, as pressing Enter does."""
    tab.wait(f"!!document.querySelector({selector!r})")
    tab.run(f"{{ const found = document.querySelector({selector!r}); found.focus(); found.click(); }}")


@pytest.mark.parametrize("place", ["", "stream?domain=calm.example", "feeds", "inspector"])
def test_focus_is_visible_wherever_it_goes(dashboard: Dashboard, wide: Tab, place: str) -> None:
    wide.open(dashboard.page(place))
    for _ in range(20):
        wide.key("Tab")
        assert wide.run(SHOWN), wide.run("document.activeElement.outerHTML")


def test_closing_a_dialog_returns_the_focus(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    press(wide, "[aria-label^='Remove:']")
    wide.click(".q-dialog button", "Cancel")
    assert wide.wait(f"({FOCUSED}).startsWith('Remove:')")


def test_button_that_replaces_another_keeps_the_focus(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    wide.type("Filter by title, URL, label or health", "calm.example/feed.rss")
    press(wide, "[aria-label^='Pause:']")
    assert wide.wait(f"({FOCUSED}).startsWith('Resume:')")
    press(wide, "[aria-label^='Resume:']")
    assert wide.wait(f"({FOCUSED}).startsWith('Pause:')")


@pytest.mark.parametrize("place", ["feeds", "sites"])
def test_keyboard_goes_on_at_the_first_row_of_another_page(many: Dashboard, wide: Tab, place: str) -> None:
    wide.open(many.page(f"{place}?search=paged-"))
    assert wide.see("1 to 50 of 51", ".pager")
    press(wide, ".pager button:last-child")
    assert wide.wait("document.activeElement.matches('table.rows')")


@pytest.mark.parametrize("place", ["feeds", "sites"])
def test_another_page_of_a_table_is_shown_from_its_first_row_on(
    many: Dashboard, wide: Tab, place: str
) -> None:
    wide.open(many.page(f"{place}?search=paged-&page=2"))
    assert wide.see("51 to 51 of 51", ".pager")
    press(wide, ".pager button")
    bounds = "document.querySelector('{}').getBoundingClientRect()"
    table, header = map(bounds.format, (".rows", "header"))
    assert wide.wait(f"Math.abs({table}.top - {header}.bottom) < 2")


def test_submitting_without_a_url_focuses_its_field(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector"))
    press(wide, ".primary")
    assert wide.wait(f"({FOCUSED}) === 'URL'")


def test_pressing_a_button_twice_opens_one_dialog(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    for _ in range(2):
        press(wide, "[aria-label^='Remove:']")
    wide.click(".q-dialog button", "Cancel")
    assert wide.wait("!document.querySelector('.q-dialog')")


def test_time_spans_are_a_labelled_group(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.texts("[role=group][aria-label=Time] [aria-pressed=true]") == ["Last hour"]


def test_lost_connection_is_announced_and_hides_the_live_status(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("queue"))
    assert wide.wait("document.querySelector('#popup').role === 'alert'")
    wide.run("void window.socket.disconnect()")
    assert wide.see("Connection lost", "[role=alert]")
    assert wide.run("getComputedStyle(document.querySelector('.status')).visibility") == "hidden"


def test_all_is_not_said_to_be_well_when_nothing_is_known(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.wait("document.querySelector('#popup').role === 'alert'")
    look = "getComputedStyle(document.querySelector('.well')).visibility"
    assert wide.run(look) == "visible"
    wide.run("void window.socket.disconnect()")
    assert wide.see("Connection lost", "[role=alert]")
    assert wide.run(look) == "hidden"


def test_long_title_takes_three_lines_and_is_whole_for_pointer_and_keyboard(
    dashboard: Dashboard, wide: Tab
) -> None:
    title = "A bridge over the river is open " * 30
    dashboard.park("news/long.html", title.strip())
    wide.open(dashboard.page("queue"))
    assert wide.see("A bridge over the river")
    height = "document.querySelector('.rows td').clientHeight"
    assert wide.run(height) < 120
    text = "document.querySelector('.rows .text')"
    wide.run(f"{text}.dispatchEvent(new MouseEvent('mouseover', {{ bubbles: true }}))")
    assert wide.run(f"{text}.title") == title.strip()
    for _ in range(20):
        wide.key("Tab")
        if wide.run(FOCUSED).startswith("Retry: "):
            break
    assert wide.run(height) > 120
    dashboard.client.delete("/queue/news/long.html").raise_for_status()


def test_document_that_was_read_has_the_focus_again_whatever_came_meanwhile(
    dashboard: Dashboard, wide: Tab
) -> None:
    wide.open(dashboard.page("stream"))
    wide.wait("!!document.querySelector('tbody tr:nth-child(30)')")
    wide.run("document.querySelector('tbody tr:nth-child(29) td a').focus()")
    wide.key("Tab")
    assert wide.see("The list stands still")
    title = wide.run(FOCUSED)
    wide.run("document.activeElement.click()")
    assert wide.see("Close", ".q-dialog button")
    dashboard.subscribe("moving.example")
    press(wide, ".q-dialog button:last-of-type")
    assert wide.wait("!document.querySelector('.q-dialog')")
    assert wide.wait(f"({FOCUSED}) === {title!r}")


def test_list_whose_focus_moved_and_then_left_waits_a_second_for_its_return(
    dashboard: Dashboard, wide: Tab
) -> None:
    wide.open(dashboard.page("stream"))
    wide.wait("!!document.querySelector('tbody a')")
    wide.run("document.querySelector('tbody a').focus()")
    wide.key("Tab")
    held = "getElement(document.querySelector('table.rows')).isHeld"
    assert wide.run(held)
    later = f"new Promise((resolve) => setTimeout(() => resolve({held}), 990))"
    assert wide.run(f"(document.activeElement.blur(), {later})")


def test_texts_of_a_document_are_marked_with_its_language(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=hostile.example"))
    wide.click("td [lang=ja] button", "{{ 6*7 }}")
    assert wide.see("{{ 6*7 }}", ".q-dialog h2[lang=ja]")
    assert wide.see("xba", ".q-dialog .prose[lang=ja]")
