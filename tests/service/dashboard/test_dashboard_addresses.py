"""State that the address of a page keeps, for reloads, links and the back button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def test_search_and_order_of_sites_survive_a_reload(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("sites"))
    wide.type("Search by domain", "calm")
    assert wide.wait(
        "location.search === '?search=calm'"
    )  # once its rows are shown, no column moves any more
    wide.click("th button", "Mean characters")
    assert wide.wait("location.search === '?search=calm&sort=-length'")
    wide.open(dashboard.page("sites?search=calm&sort=-length"))
    assert wide.wait("document.querySelector('[aria-sort=descending]').innerText.includes('Mean characters')")
    assert wide.wait("document.querySelectorAll('tbody tr').length === 1")


def test_invalid_order_falls_back_to_the_default(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("sites?sort=nonsense"))
    assert wide.wait("document.querySelector('[aria-sort=descending]').innerText.includes('Documents')")


def test_filters_of_the_stream_survive_a_reload(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream"))
    wide.type("Words in title or text", "a&b")
    assert wide.wait("location.search === '?words=a%26b'")
    wide.open(dashboard.page("stream?words=a%26b"))
    assert wide.see("a&b", "input")


def test_search_of_feeds_survives_a_reload(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("feeds"))
    wide.type("Filter by title, URL, label or health", "hostile")
    assert wide.wait("location.search === '?search=hostile'")
    wide.open(dashboard.page("feeds?search=hostile"))
    assert wide.wait("document.querySelectorAll('tbody tr').length === 1")


@pytest.mark.parametrize("place", ["feeds", "sites"])
def test_page_of_a_table_survives_a_reload(many: Dashboard, wide: Tab, place: str) -> None:
    wide.open(many.page(f"{place}?search=paged-"))
    wide.click(".pager button", "Next")
    assert wide.wait("location.search === '?search=paged-&page=2'")
    wide.open(many.page(f"{place}?search=paged-&page=2"))
    assert wide.see("51 to 51 of 51", ".pager")
    wide.click(".pager button", "Back")
    assert wide.wait("location.search === '?search=paged-'")


@pytest.mark.parametrize("place", ["feeds", "sites"])
@pytest.mark.parametrize("number", ["nonsense", "-1", "9999"])
def test_invalid_page_number_falls_back_to_an_existing_page(
    dashboard: Dashboard, wide: Tab, place: str, number: str
) -> None:
    wide.open(dashboard.page(f"{place}?search=calm&page={number}"))
    assert wide.wait("/[0-9]/.test(document.querySelector('.figure .value').innerText)")
    assert wide.texts("tbody td a") == ["calm.example"]


def test_inspected_url_is_kept_in_the_address(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector"))
    wide.type("URL", "http://calm.example/news/3.html")
    wide.click("button", "Inspect")
    assert wide.wait("location.search === '?url=http%3A%2F%2Fcalm.example%2Fnews%2F3.html'")


def test_span_of_the_overview_survives_a_reload(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    wide.click("button", "Last day")
    assert wide.wait("location.search === '?last=day'")
    wide.open(dashboard.page("?last=day"))
    assert wide.texts("[aria-label=Time] [aria-pressed=true]") == ["Last day"]
