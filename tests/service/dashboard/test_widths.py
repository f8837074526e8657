"""Whether what the dashboard shows fits the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import Size
from dashboards import PLACES

from service.statistics.counts import STEPS

if TYPE_CHECKING:
    from browser import Tab
    from dashboards import Dashboard


def test_title_of_one_long_word_does_not_widen_the_page(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("inspector"))
    tab.type("URL", "http://unheard.example/a")
    tab.click("summary", "Paste HTML")
    tab.type("HTML of the page at the URL above", f"<title>{'W' * 200}</title><p>The bridge is open.</p>")
    tab.click("button", "Inspect the HTML")
    assert tab.see("unheard.example · new")
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_inspected_url_without_a_break_does_not_widen_the_page(dashboard: Dashboard, tab: Tab) -> None:
    url = f"http://unheard.example/{'w' * 300}"
    tab.open(dashboard.page("inspector"))
    tab.type("URL", url)
    tab.click("summary", "Paste HTML")
    tab.type("HTML of the page at the URL above", "<p>The bridge is open.</p>")
    tab.click("button", "Inspect the HTML")
    assert tab.see(f"new · {url}")
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_long_name_of_a_site_does_not_widen_the_stream(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("stream?domain=calm.example"))
    assert tab.see("calm.example", "td a .text")
    tab.run("document.querySelector('td a .text').textContent = 'w'.repeat(200)")
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_reason_without_a_break_does_not_widen_the_queue(dashboard: Dashboard, wide: Tab) -> None:
    dashboard.park("news/wide.html", "w" * 300)
    wide.open(dashboard.page("queue"))
    assert wide.see("www cannot be reached", "td")
    assert wide.run("document.documentElement.scrollWidth <= innerWidth")
    dashboard.client.delete("/queue/news/wide.html").raise_for_status()


def test_reason_why_a_feed_fails_has_room_beside_a_long_title(dashboard: Dashboard, wide: Tab) -> None:
    title = "A bridge over the river is open " * 9
    outline = f'<outline text="{title}" xmlUrl="http://calm.example/missing"/>'
    dashboard.client.post("/feeds/opml", content=f"<opml><body>{outline}</body></opml>").raise_for_status()
    wide.resize(Size(1000, 800))
    wide.open(dashboard.page("feeds?search=missing"))
    assert wide.see("answers 404", "td small")
    assert wide.run("document.querySelector('td:has(.bad)').clientWidth >= 192")
    wide.click("td button", "Remove")
    wide.click(".q-dialog button", "Unsubscribe")
    assert wide.see("No feed has this in its title")


@pytest.mark.parametrize("place", PLACES)
def test_page_fits_a_tablet_in_portrait_after_resizing(dashboard: Dashboard, wide: Tab, place: str) -> None:
    wide.open(dashboard.page(place))
    wide.resize(Size(768, 1024))
    assert wide.wait("document.documentElement.scrollWidth <= innerWidth")


def test_table_of_a_chart_fits_beside_another_chart(dashboard: Dashboard, wide: Tab) -> None:
    wide.resize(Size(1060, 800))
    wide.open(dashboard.page(""))
    wide.click("figure[aria-label^=Duplicates] summary")
    assert wide.see("unchanged revision", "th")
    assert wide.run("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [330, 400, 1060])
def test_legend_of_a_chart_names_all_series_above_the_axis(
    dashboard: Dashboard, wide: Tab, width: int
) -> None:
    wide.resize(Size(width, 800))
    wide.open(dashboard.page(""))
    chart = "figure[aria-label^=Duplicates] .nicegui-echart"
    assert wide.wait(f"document.querySelectorAll('{chart} svg text').length > 0")
    names = wide.run(f"""(() => {{
      const chart = document.querySelector('{chart}'), edge = chart.getBoundingClientRect();
      const texts = [...chart.querySelectorAll('text')].map((each) => [each, each.getBoundingClientRect()]);
      const isName = ([each]) => /[a-z]/.test(each.textContent);
      const axis = Math.min(...texts.filter((each) => !isName(each)).map(([, place]) => place.top));
      return texts.filter(isName).filter(([, place]) => place.right <= edge.right && place.bottom <= axis)
        .map(([each]) => each.textContent);
    }})()""")
    assert len(names) == len(STEPS)


def test_tabs_of_the_inspector_fit_on_a_phone(dashboard: Dashboard, wide: Tab) -> None:
    wide.resize(Size(375, 800))
    wide.open(dashboard.page("inspector?url=http%3A%2F%2Fcalm.example%2Fnews%2F3.html"))
    assert wide.see("Boilerplate", ".mark")
    wide.click("[role=tab]", "Text")
    arrow = "document.querySelector('.q-tabs__arrow')"
    assert not wide.run(f"{arrow}?.checkVisibility({{ opacityProperty: true }})")


def test_copy_button_is_no_wider_than_its_label(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector?url=http%3A%2F%2Fcalm.example%2Fnews%2F3.html"))
    wide.click("[role=tab]", "Text")
    assert wide.see("Copy text", "button")
    assert wide.run("document.querySelector('.q-tab-panel button').offsetWidth") < 200


def test_dialog_is_not_wider_than_the_screen_whatever_its_question(dashboard: Dashboard, tab: Tab) -> None:
    outline = f'<outline text="{"W" * 300}" xmlUrl="http://calm.example/long"/>'
    dashboard.client.post("/feeds/opml", content=f"<opml><body>{outline}</body></opml>").raise_for_status()
    tab.open(dashboard.page("feeds?search=wwww"))
    tab.click("td button", "Remove")
    assert tab.see("Unsubscribe from WWW", ".dialog")
    dialog = "document.querySelector('.dialog')"
    assert tab.run(f"{dialog}.scrollWidth <= {dialog}.clientWidth")
    tab.click(".q-dialog button", "Unsubscribe")
    assert tab.see("No feed has this in its title")
