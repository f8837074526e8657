"""The page of feeds, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboards import ATTACK, name_of

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Tab
    from dashboards import Dashboard


def test_feed_is_added_by_its_site_and_its_documents_arrive(dashboard: Dashboard, tab: Tab) -> None:
    host = f"{name_of(tab)}.example"
    tab.open(dashboard.page("feeds"))
    tab.type("URL of a feed or site", f"http://{host}/")
    tab.click("button", "Add feed")
    tab.click("button", f"http://{host}/feed.atom")
    assert tab.see(f"http://{host}/feed.atom", "td small")
    assert tab.see("Works", "td")
    tab.open(dashboard.page(f"stream?domain={host}"))
    assert tab.see(f"of {host}", "td button")


def test_feed_that_is_subscribed_already_is_told_so(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    wide.type("URL of a feed or site", "http://calm.example/feed.rss")
    wide.click("button", "Add feed")
    assert wide.see("Already subscribed to ", ".q-notification")


def test_feeds_are_imported_from_opml(dashboard: Dashboard, wide: Tab, tmp_path: Path) -> None:
    opml = tmp_path / "feeds.opml"
    opml.write_text('<opml version="2.0"><body><outline xmlUrl="http://listed.example/feed"/></body></opml>')
    wide.open(dashboard.page("feeds"))
    wide.choose_file("input[type=file]", opml)
    assert wide.see("1 feed added", ".q-notification")
    assert wide.see("http://listed.example/feed", "td")
    wide.click("[aria-label='Remove: http://listed.example/feed']")
    wide.click(".q-dialog button", "Unsubscribe")
    assert wide.wait("!document.querySelector('table').innerText.includes('listed.example')")


def test_feed_can_be_paused_and_resumed(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    wide.click("[aria-label='Pause: calm.example']")
    wide.click("[aria-label='Resume: calm.example']")
    assert wide.see("Pause", "[aria-label='Pause: calm.example']")


def test_feed_with_unreadable_items_shows_the_reason(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.refuse("hostile.example", f"{ATTACK} forbids it")
    wide.open(dashboard.page("feeds"))
    assert wide.see("The pages of its items cannot be read", "td")
    assert wide.see(f"3 in a row: {ATTACK} forbids it", "td small")


def test_feeds_are_counted_by_health(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.refuse("hostile.example", "no")
    wide.open(dashboard.page("feeds"))
    figures = "[...document.querySelectorAll('.figure')].map((each) => each.textContent)"
    assert wide.wait(f"{figures}.includes('Unreadable1')")


def test_feeds_can_be_filtered_by_health(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.refuse("hostile.example", "no")
    wide.open(dashboard.page("feeds"))
    assert wide.see("calm.example", "td")
    wide.type("Filter by title, URL, label or health", "cannot be read")
    assert wide.wait("!document.querySelector('tbody').innerText.includes('calm.example')")
    assert wide.see("hostile.example", "td")
