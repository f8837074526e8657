"""The pages of all sites and of one site, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


#: Whether the rows of a table are sorted by their first cells.
SORTED = """(() => {
  const names = [...document.querySelectorAll('td:first-child')].map((each) => each.innerText);
  return names.length > 1 && `${names}` === `${names.toSorted()}`;
})()"""


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


def test_site_tells_on_what_its_newest_documents_were_judged(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("sites/calm.example"))
    assert wide.see("of the newest 20 documents", "dd")


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


def test_site_without_feeds_tells_where_its_pages_may_come_from(dashboard: Dashboard, tab: Tab) -> None:
    page = {"url": "https://feedless.example/", "html": "<p>News"}
    dashboard.client.post("/extract", json=page).raise_for_status()
    tab.open(dashboard.page("sites/feedless.example"))
    assert tab.see("from feeds of other sites")
