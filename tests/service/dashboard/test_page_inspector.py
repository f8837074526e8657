"""The inspector, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def test_page_can_be_fetched_inspected_and_compared_by_heuristics(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("inspector"))
    tab.type("URL", "http://calm.example/news/3.html")
    tab.click("button", "Inspect")
    assert tab.see("Judged by 20 documents of calm.example")
    assert tab.run("document.querySelector('iframe').getAttribute('sandbox')") == ""
    page = tab.run("document.querySelector('iframe').srcdoc")
    assert 'class="urltree-boilerplate" title="Boilerplate' in page
    tab.click("[role=tab]", "Compare")
    assert tab.see("They differ on 0 blocks")
    assert tab.see("Home page of calm.example", "td")
    assert tab.see("boilerplate", "td")
    tab.click("[role=tab]", "Text")
    assert tab.see("Headline d of calm.example", "pre")


def test_recent_document_can_be_picked_for_inspection(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector"))
    wide.click("[aria-label='A recent document']")
    wide.click("[role=option]", "Headline")
    assert wide.see("Judged by")


def test_inspecting_html_does_not_learn_from_it(dashboard: Dashboard, wide: Tab) -> None:
    before = dashboard.client.get("/documents?limit=1000").text
    wide.open(dashboard.page("inspector"))
    wide.type("URL", "http://unheard.example/a")
    wide.click("summary", "Paste HTML")
    wide.type("HTML of the page at the URL above", "<p>The bridge is open to all of us again.</p>")
    wide.click("button", "Inspect the HTML")
    assert wide.see("unheard.example · new")
    wide.click("[role=tab]", "Compare")
    assert wide.see("characters, 1 block kept")
    assert dashboard.client.get("/documents?limit=1000").text == before
    assert not dashboard.redis.exists("urltree:{unheard.example}:seen")


def test_long_block_is_compared_by_its_beginning(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector"))
    wide.type("URL", "http://unheard.example/a")
    wide.click("summary", "Paste HTML")
    wide.type("HTML of the page at the URL above", f"<p>{'The bridge is open. ' * 20}")
    wide.click("button", "Inspect the HTML")
    wide.click("[role=tab]", "Compare")
    assert wide.see("The bridge is open.…", "td")


def test_unusable_url_is_reported_by_the_inspector(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector"))
    wide.type("URL", "ftp://calm.example/")
    wide.click("button", "Inspect")
    assert wide.see("ftp", ".q-notification")


def test_failed_inspection_clears_the_previous_one(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector?url=http%3A%2F%2Fcalm.example%2Fnews%2F3.html"))
    assert wide.see("Judged by", ".result section")
    wide.run("document.querySelector('input[type=url]').select()")
    wide.send("Input.insertText", text="ftp://calm.example/")
    wide.click("button", "Inspect")
    assert wide.see("ftp", ".q-notification")
    assert wide.wait("!document.querySelector('.result section')")
