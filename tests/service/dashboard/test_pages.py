"""What people see and do, in a real browser, at widths of 1400 and 400 pixels."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from browser import WIDE
from dashboards import ATTACK, IMAGE

from service.state import keys

if TYPE_CHECKING:
    from pathlib import Path

    from browser import Tab
    from dashboards import Dashboard


#: Whether the rows of a table are sorted by their first cells.
SORTED = """(() => {
  const names = [...document.querySelectorAll('td:first-child')].map((each) => each.innerText);
  return names.length > 1 && `${names}` === `${names.toSorted()}`;
})()"""


def name_of(tab: Tab) -> str:
    """Return a prefix for sites that only tests with a tab of this size use."""
    return "wide" if tab.size == WIDE else "narrow"


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
    assert wide.see(" already", ".q-notification")


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


def test_documents_are_shown_as_they_arrive(dashboard: Dashboard, tab: Tab) -> None:
    host = f"{name_of(tab)}-late.example"
    tab.open(dashboard.page(f"stream?domain={host}"))
    assert tab.see("0 after filtering")
    dashboard.subscribe(host)
    assert tab.see("20 after filtering")
    assert tab.see(f"of {host}", "td button")


def test_overview_shows_recent_activity_as_figures_charts_and_tables(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.see(" in the last hour", "dd")
    assert wide.see("In, from feeds", "dt")
    assert wide.see("entries were known to their feeds", "dd")
    assert wide.wait("document.querySelectorAll('figure.chart svg path').length > 0")
    wide.click("figure[aria-label^='Documents from feeds per minute'] summary")
    assert wide.see("in", "figure.chart th, figure.chart td")
    assert wide.texts("figure.chart td:first-child time")[0].count(":") == 1
    wide.click("button", "Last day")
    assert wide.see(" in the last day", "dd")


def test_overview_links_to_all_sites_sorted_by_alarms(dashboard: Dashboard, wide: Tab) -> None:
    for number in range(9):
        dashboard.change_template(f"alarmed-{number}.example")
    wide.open(dashboard.page(""))
    wide.click("[aria-label='Sites to look at'] > a", "All of them")
    assert wide.wait("document.querySelector('[aria-sort=descending]')?.innerText.includes('Alarms')")


def test_document_can_be_read_in_full(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=calm.example"))
    wide.click("td button", "Headline")
    assert wide.see("xba", ".q-dialog article p")
    assert wide.see(" UTC · ", ".q-dialog article .muted")
    wide.click("button", "Close")
    assert wide.wait("!document.querySelector('.q-dialog article')")


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


def test_unknown_site_shows_only_how_to_add_it(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("sites/none.example"))
    assert tab.see("urltree feeds add https://none.example/", "code")
    assert tab.run("[...document.querySelectorAll('section')].filter((each) => each.checkVisibility())") == []


def test_site_can_be_searched_and_opened_and_its_tree_unfolded(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("sites"))
    tab.type("Search by domain", "calm")
    assert tab.wait("document.querySelectorAll('tbody tr').length === 1")
    tab.click("td a", "calm.example")
    assert tab.see("calm.example", "h1")
    assert tab.see("All rights reserved by us", "td")
    tab.click("button.twig", "calm.example")
    assert tab.wait("document.querySelector('button.twig').ariaExpanded === 'false'")
    tab.click("button.twig", "calm.example")
    assert tab.see("calm.example/news", "td")


def test_template_change_is_marked_in_the_chart(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.change_template("rebuilt.example")
    wide.open(dashboard.page("sites/rebuilt.example"))
    assert wide.see("UTC: the template changed", "li")
    assert wide.wait("!!document.querySelector('figure.chart path[d^=M][stroke=\"var(--bad)\"]')")


def test_templates_of_a_site_link_to_a_page_to_inspect(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("sites/calm.example"))
    assert wide.see("100%", "[aria-label='Templates'] td")
    wide.click("[aria-label='Templates'] td a", "calm.example/news/")
    assert wide.see("Judged by 20 documents of calm.example")


def test_template_links_to_other_sites_that_use_it(dashboard: Dashboard, wide: Tab) -> None:
    for site in ("twin-a.example", "twin-b.example"):
        page = {"url": f"https://{site}/", "html": "<div><ul><li><a><b>" * 40 + site}
        dashboard.client.post("/extract", json=page).raise_for_status()
    wide.open(dashboard.page("sites/twin-a.example"))
    wide.click("[aria-label='Templates'] td a", "twin-b.example")
    assert wide.see("twin-b.example", "h1")


def test_clicking_a_heading_sorts_the_sites(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("sites"))
    tab.click("th button", "Site")
    assert tab.wait("document.querySelector('th').ariaSort === 'ascending'")
    assert tab.wait(SORTED)


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


def test_unusable_filter_says_how_to_correct_it(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=www.example.com"))
    assert wide.see("'www.example.com' is not a registered domain; use example.com", "p")


@pytest.mark.parametrize(("place", "cell"), [("stream?words=", "td button"), ("feeds?search=", "td a")])
def test_blanks_around_a_search_are_ignored(dashboard: Dashboard, wide: Tab, place: str, cell: str) -> None:
    wide.open(dashboard.page(f"{place}{quote(' calm.example ')}"))
    assert wide.see("calm.example", cell)


def test_parked_item_can_be_retried(dashboard: Dashboard, tab: Tab) -> None:
    dashboard.park("news/1.html", "Bridge")
    tab.open(dashboard.page("queue"))
    tab.click("td button", "Retry")
    assert tab.see("Nothing is parked")
    assert not dashboard.parked


def test_failing_item_is_shown_with_its_reason(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.fail("news/4.html", "Weir")
    wide.open(dashboard.page("queue"))
    assert wide.see("Weir cannot be reached", "td")
    dashboard.redis.zrem(keys.WORK_FAILED, "news/4.html")
    assert wide.see("Nothing fails")


def test_failing_item_is_shown_with_the_time_of_its_next_try(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.fail("news/5.html", "Canal")
    wide.open(dashboard.page("queue"))
    assert wide.see("now", "td.due")
    dashboard.redis.zadd(keys.WORK_LATER, {"news/5.html": (time.time() + 3_600) * 1000})
    assert wide.see("in 59 min", "td.due")
    dashboard.redis.zrem(keys.WORK_LATER, "news/5.html")
    dashboard.redis.zrem(keys.WORK_FAILED, "news/5.html")


def test_only_more_failing_items_than_are_shown_are_said_to_be_left_out(
    dashboard: Dashboard, wide: Tab
) -> None:
    said = "Only the latest 200 are shown."
    for number in range(200):
        dashboard.fail(f"fails/{number}.html", "Ferry")
    wide.open(dashboard.page("queue"))
    assert wide.see("Ferry cannot be reached", "td")
    assert said not in wide.run("document.body.innerText")
    dashboard.fail("fails/200.html", "Ferry")
    assert wide.see(said)
    dashboard.redis.delete(keys.WORK_FAILED)


def test_empty_queue_has_no_oldest_item(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("queue"))
    assert tab.see("Nothing is parked")
    assert tab.texts(".figure .value")[3] == "\N{EN DASH}"


def test_parked_item_is_dropped_only_once_confirmed(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.park("news/2.html", "Tunnel")
    wide.open(dashboard.page("queue"))
    wide.click("td button", "Drop")
    wide.click(".q-dialog button", "Cancel")
    assert wide.wait("!document.querySelector('.q-dialog')")
    assert dashboard.parked == 1
    wide.click("td button", "Drop")
    wide.click(".q-dialog button", "Drop")
    assert wide.see("Nothing is parked")


def test_dropping_an_item_retried_meanwhile_is_reported(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.park("news/3.html", "Dam")
    wide.open(dashboard.page("queue"))
    wide.click("td button", "Drop")
    assert wide.see("Drop Dam? Its page will not be fetched.", ".q-dialog")
    dashboard.client.post("/queue/news/3.html/retry").raise_for_status()
    wide.click(".q-dialog button", "Drop")
    assert wide.see("1 item left alone", ".q-notification")


def test_drop_all_includes_items_that_are_not_shown(dashboard: Dashboard, wide: Tab) -> None:
    for number in range(201):
        dashboard.park(f"all/{number}.html", "Ferry")
    wide.open(dashboard.page("queue"))
    assert wide.see("And 1 more.")
    wide.click("button", "Drop all")
    assert wide.see("Drop 201 items?", ".q-dialog")
    wide.click(".q-dialog button", "Drop")
    assert wide.see("Nothing is parked")
    assert not dashboard.parked


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


def test_failing_webhook_can_be_retried_on_demand(dashboard: Dashboard, wide: Tab) -> None:
    hook = dashboard.add_webhook("http://hooks.example/a", error=f"{ATTACK} answers 500")
    wide.open(dashboard.page("queue"))
    assert wide.see("http://hooks.example/a", "td")
    assert wide.see(f"{ATTACK} answers 500", "td small")
    wide.click("[aria-label='Try now: http://hooks.example/a']")
    assert wide.wait("""!document.querySelector("[aria-label^='Try now']")""")
    dashboard.client.delete(f"/webhooks/{hook}").raise_for_status()
    assert wide.wait("""!document.querySelector("[aria-label='Webhooks']")?.checkVisibility()""")


def test_webhook_shows_how_far_it_is_behind(dashboard: Dashboard, wide: Tab) -> None:
    hook = dashboard.add_webhook("http://hooks.example/late", error="no route", domain="calm.example")
    dashboard.redis.hset(keys.WEBHOOK + hook, "position", "0-0")
    wide.open(dashboard.page("queue"))
    assert wide.wait(
        """[...document.querySelectorAll("td")].some(each => /^\\d+ (s|min)$/.test(each.innerText))"""
    )
    dashboard.client.delete(f"/webhooks/{hook}").raise_for_status()


def test_feeds_can_be_filtered_by_health(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.refuse("hostile.example", "no")
    wide.open(dashboard.page("feeds"))
    assert wide.see("calm.example", "td")
    wide.type("Filter by title, URL, label or health", "cannot be read")
    assert wide.wait("!document.querySelector('tbody').innerText.includes('calm.example')")
    assert wide.see("hostile.example", "td")


@pytest.mark.parametrize(
    "place",
    [
        "stream?domain=hostile.example",
        "feeds",
        "queue",
        "sites/hostile.example",
    ],
)
def test_markup_in_stored_texts_is_shown_as_text(dashboard: Dashboard, wide: Tab, place: str) -> None:
    dashboard.park("news/7.html", ATTACK)
    wide.open(dashboard.page(place))
    assert wide.see(IMAGE)
    assert wide.run("document.querySelectorAll('img').length") == 0
    dashboard.client.delete("/queue/news/7.html").raise_for_status()


def test_markup_in_a_query_parameter_is_shown_as_text(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(f"stream?label={quote(ATTACK)}"))
    assert wide.see(IMAGE, "input")
    assert wide.run("document.querySelectorAll('img').length") == 0


def test_markup_in_an_inspected_page_is_shown_as_text(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(f"inspector?url={quote('http://hostile.example/news/1.html', safe='')}"))
    assert wide.see("Judged by")
    for name in ("Reasons", "Compare", "Text"):
        wide.click("[role=tab]", name)
    assert wide.see(IMAGE, "pre")
    assert wide.run("document.querySelectorAll('img').length") == 0


def test_copying_without_a_secure_context_says_to_copy_by_hand(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream"))
    wide.run("void Object.defineProperty(window, 'isSecureContext', { value: false })")
    wide.click("button", "Copy line")
    assert wide.see("copy by hand", ".q-notification")
