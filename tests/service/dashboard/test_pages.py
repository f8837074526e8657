"""The overview, and what pages have in common, in a real browser, at widths of 1400 and 400 pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from dashboards import ATTACK, IMAGE

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def test_overview_shows_recent_activity_as_figures_charts_and_tables(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.see(" in the last hour", "dd")
    assert wide.see("in the last 4 min; ", "dd")
    assert wide.see("In, from feeds", "dt")
    assert wide.see("entries were already known", "dd")
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


@pytest.mark.parametrize(("place", "cell"), [("stream?words=", "td button"), ("feeds?search=", "td a")])
def test_blanks_around_a_search_are_ignored(dashboard: Dashboard, wide: Tab, place: str, cell: str) -> None:
    wide.open(dashboard.page(f"{place}{quote(' calm.example ')}"))
    assert wide.see("calm.example", cell)


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
