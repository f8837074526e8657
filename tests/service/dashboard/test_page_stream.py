"""The page of the stream, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dashboards import name_of

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def test_documents_are_shown_as_they_arrive(dashboard: Dashboard, tab: Tab) -> None:
    host = f"{name_of(tab)}-late.example"
    tab.open(dashboard.page(f"stream?domain={host}"))
    assert tab.see("0 after filtering")
    dashboard.subscribe(host)
    assert tab.see("20 after filtering")
    assert tab.see(f"of {host}", "td button")


def test_document_can_be_read_in_full(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=calm.example"))
    wide.click("td button", "Headline")
    assert wide.see("xba", ".q-dialog article p")
    assert wide.see(" UTC · ", ".q-dialog article .muted")
    wide.click("button", "Close")
    assert wide.wait("!document.querySelector('.q-dialog article')")


def test_document_can_be_deleted(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.subscribe("wrong.example")
    wide.open(dashboard.page("stream?domain=wrong.example"))
    assert wide.see("20 after filtering")
    wide.click("td button", "Headline")
    wide.click(".q-dialog button", "Delete")
    assert wide.see("Nobody can read it here any more", ".q-dialog")
    assert wide.wait("document.querySelectorAll('.q-dialog').length === 1")
    wide.click(".q-dialog button", "Delete")
    assert wide.see("19 after filtering")


def test_long_document_can_be_closed_from_its_end(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("stream?domain=calm.example"))
    tab.click("td button", "Headline")
    assert tab.see("xba", ".q-dialog article p")
    tab.run("document.querySelector('.q-dialog .prose').style.paddingBottom = '3000px'")
    tab.run("document.querySelector('.dialog').scrollTo(0, 3000)")
    close = "[...document.querySelectorAll('.dialog .line button')].pop()"
    bounds = f"(({{ left, top }}) => [left + 5, top + 5])({close}.getBoundingClientRect())"
    assert tab.wait(f"{close}.contains(document.elementFromPoint(...{bounds}))")


def test_only_texts_of_the_document_may_run_right_to_left(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=calm.example"))
    wide.click("td button", "Headline")
    assert wide.see("xba", ".q-dialog article p")
    directed = "[...document.querySelectorAll('.q-dialog [dir]')].map((each) => each.localName + each.dir)"
    assert wide.run(directed) == ["h2auto", "pauto"]


def test_filter_of_the_stream_is_in_the_line_for_programs(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream"))
    wide.type("Domain", "calm.example")
    assert wide.see("/stream?domain=calm.example'", "code")
    assert wide.wait("!document.querySelector('tbody').innerText.includes('hostile')")


def test_filter_by_feed_is_shown_and_can_be_cleared(dashboard: Dashboard, wide: Tab) -> None:
    feed = next(
        each["id"] for each in dashboard.client.get("/feeds").json() if each["site"] == "calm.example"
    )
    wide.open(dashboard.page(f"stream?feed={feed}"))
    assert wide.see(feed, "input")
    assert wide.wait("!document.querySelector('tbody').innerText.includes('hostile')")
    wide.click("[aria-label=Feed] ~ * button, .q-field__focusable-action")
    assert wide.see("/stream'", "code")


def test_unusable_filter_says_how_to_correct_it(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=www.example.com"))
    assert wide.see("'www.example.com' is not a registered domain; use example.com", "p")


def test_copying_without_a_secure_context_says_to_copy_by_hand(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream"))
    wide.run("void Object.defineProperty(window, 'isSecureContext', { value: false })")
    wide.click("button", "Copy line")
    assert wide.see("copy by hand", ".q-notification")
