"""What a person sees and does, in a real browser, at 1400 and at 400 pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from browser import NARROW, WIDE
from dashboards import ATTACK, IMAGE

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def host_of(tab: Tab) -> str:
    """A site that nobody else has subscribed to."""
    return "wide.example" if tab.size == WIDE else "narrow.example"


def test_feed_is_added_by_its_site_and_its_documents_arrive(dashboard: Dashboard, tab: Tab) -> None:
    host = host_of(tab)
    tab.open(dashboard.page("feeds"))
    tab.type("URL of a feed or site", f"http://{host}/")
    tab.click("button", "Add feed")
    tab.click("button", f"http://{host}/feed.atom")
    tab.see(f"http://{host}/feed.atom", "td small")
    tab.see("Works", "td")
    tab.open(dashboard.page(f"stream?domain={host}"))
    tab.see(f"of {host}", "td button")


def test_document_is_read_in_full(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("stream?domain=calm.example"))
    tab.click("td button", "Headline")
    tab.see("xba", ".q-dialog article p")
    tab.click("button", "Close")
    tab.wait("!document.querySelector('.q-dialog article')")


def test_filter_of_the_stream_leads_to_the_same_for_programs(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("stream"))
    tab.type("Domain", "calm.example")
    tab.see("/stream?domain=calm.example'", "code")
    tab.wait("!document.querySelector('tbody').innerText.includes('hostile')")


def test_site_is_found_opened_and_its_tree_unfolds(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("sites"))
    tab.type("Search by domain", "calm")
    tab.wait("document.querySelectorAll('tbody tr').length === 1")
    tab.click("td a", "calm.example")
    tab.see("calm.example", "h1")
    tab.see("All rights reserved by us", "td")
    tab.click("button.twig", "calm.example")
    tab.wait("document.querySelector('button.twig').ariaExpanded === 'false'")
    tab.click("button.twig", "calm.example")
    tab.see("calm.example/news", "td")


def test_sites_are_sorted_by_a_click_on_a_heading(dashboard: Dashboard, tab: Tab) -> None:
    if tab.size == NARROW:
        pytest.skip("headings are not shown where rows are cards")
    tab.open(dashboard.page("sites"))
    tab.click("th button", "Site")
    tab.wait("document.querySelector('th').ariaSort === 'ascending'")
    names = tab.texts("td:first-child")
    assert names == sorted(names)


def test_page_is_fetched_inspected_and_heuristics_compared(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("inspector"))
    tab.type("URL", "http://calm.example/news/3.html")
    tab.click("button", "Inspect")
    tab.see("Judged by 20 documents of calm.example")
    assert tab.run("document.querySelector('iframe').getAttribute('sandbox')") == ""
    page = tab.run("document.querySelector('iframe').srcdoc")
    assert 'class="urltree-boilerplate" title="Boilerplate' in page
    tab.click("[role=tab]", "Compare")
    tab.see("They differ on 0 blocks")
    tab.see("Home page of calm.example", "td")
    tab.see("boilerplate", "td")
    tab.click("[role=tab]", "Text")
    tab.see("Headline d of calm.example", "pre")


def test_html_is_inspected_without_being_learnt(dashboard: Dashboard, tab: Tab) -> None:
    before = dashboard.client.get("/documents?limit=1000").text
    tab.open(dashboard.page("inspector"))
    tab.type("URL", "http://unheard.example/a")
    tab.click("summary", "Paste HTML")
    tab.type("HTML of the page at the URL above", "<p>The bridge is open to all of us again.</p>")
    tab.click("button", "Inspect the HTML")
    tab.see("unheard.example · new")
    assert dashboard.client.get("/documents?limit=1000").text == before
    assert not dashboard.redis.exists("urltree:{unheard.example}:seen")


def test_what_cannot_be_inspected_is_told(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("inspector"))
    tab.type("URL", "ftp://calm.example/")
    tab.click("button", "Inspect")
    tab.see("ftp", ".q-notification")


def test_parked_item_is_retried(dashboard: Dashboard, tab: Tab) -> None:
    dashboard.park("news/1.html", "Bridge")
    tab.open(dashboard.page("queue"))
    tab.click("td button", "Retry")
    tab.see("Nothing is parked")
    assert not dashboard.parked


def test_parked_item_is_dropped_only_when_that_is_confirmed(dashboard: Dashboard, tab: Tab) -> None:
    dashboard.park("news/2.html", "Tunnel")
    tab.open(dashboard.page("queue"))
    tab.click("td button", "Drop")
    tab.click(".q-dialog button", "Cancel")
    tab.wait("!document.querySelector('.q-dialog')")
    assert dashboard.parked == 1
    tab.click("td button", "Drop")
    tab.click(".q-dialog button", "Drop")
    tab.see("Nothing is parked")


def test_feed_is_paused_and_resumed(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("feeds"))
    tab.click("[aria-label='Pause: calm.example']")
    tab.click("[aria-label='Resume: calm.example']")
    tab.see("Pause", "[aria-label='Pause: calm.example']")


@pytest.mark.parametrize(
    "place",
    [
        "stream?domain=hostile.example",
        "feeds",
        "queue",
        "sites/hostile.example",
        f"stream?label={quote(ATTACK)}",
    ],
)
def test_what_the_web_says_stays_text(dashboard: Dashboard, tab: Tab, place: str) -> None:
    dashboard.park("news/7.html", ATTACK)
    tab.open(dashboard.page(place))
    tab.see(IMAGE)
    assert tab.run("document.querySelectorAll('img').length") == 0
    dashboard.client.delete("/queue/news/7.html").raise_for_status()


def test_what_an_inspected_page_says_stays_text(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page(f"inspector?url={quote('http://hostile.example/news/1.html', safe='')}"))
    tab.see("Judged by")
    for name in ("Reasons", "Compare", "Text"):
        tab.click("[role=tab]", name)
    tab.see(IMAGE, "pre")
    assert tab.run("document.querySelectorAll('img').length") == 0
