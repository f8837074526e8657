"""The looks of the dashboard."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from browser import NARROW, WIDE, Size
from dashboards import PLACES, Dashboard
from proxies import proxied

from urltree.output.annotate import annotate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser import Browser, Tab

#: Where screenshots are saved for people to look at.
PICTURES = Path(__file__).parents[3] / "out" / "dashboard"

#: The texts whose contrast to their background is less than 4.5 to 1 (WCAG 2.2, 1.4.3).
FAINT = """(() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const light = (...colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((each) => each / 255)
      .map((each) => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (each) => getComputedStyle(each).backgroundColor;
  const behind = (each) => each ? [...behind(each.parentElement), ground(each)] : [];
  const holdsText = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll('body *')]
    .filter((each) => each.checkVisibility({ opacityProperty: true }) && holdsText(each))
    .filter((each) => !each.closest('svg, [disabled], .disabled, i, script, style'))
    .filter((each) => {
      const grounds = behind(each);
      const lights = [light(...grounds), light(...grounds, getComputedStyle(each).color)];
      const [a, b] = lights.sort((x, y) => x - y);
      return (b + 0.05) / (a + 0.05) < 4.5;
    }).map((each) => each.outerHTML.slice(0, 200));
})()"""


#: The focusable elements of a page that have no name.
NAMELESS = """
[...document.querySelectorAll('button, a[href], input:not([type=file]), textarea, iframe')].filter((each) =>
  each.checkVisibility() && !(each.innerText || each.ariaLabel || each.title || each.labels?.length)
).map((each) => each.outerHTML)"""

LANDMARKS = """['h1', 'main', 'header', 'nav[aria-label=Pages]'].map(
  (name) => document.querySelectorAll(name).length)"""


class Shown(NamedTuple):
    """An open page."""

    tab: Tab
    name: str


@pytest.fixture(
    scope="module", params=product((WIDE, NARROW), PLACES), ids=lambda each: f"{each[0].width}-{each[1]}"
)
def shown(request: pytest.FixtureRequest, dashboard: Dashboard, browser: Browser) -> Iterator[Shown]:
    size, place = request.param
    with browser.tab(size) as tab:
        tab.open(dashboard.page(place))
        yield Shown(tab, place.replace("/", "-") or "overview")
        assert tab.complaints == []


def test_page_is_not_wider_than_the_screen(shown: Shown) -> None:
    assert shown.tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_page_loads_nothing_from_elsewhere(dashboard: Dashboard, shown: Shown) -> None:
    loaded = shown.tab.run("performance.getEntriesByType('resource').map((each) => each.name)")
    assert loaded
    assert all(name.startswith((dashboard.url, "data:")) for name in loaded)


def test_page_has_its_landmarks(shown: Shown) -> None:
    assert shown.tab.run(LANDMARKS) == [1] * 4


def test_every_focusable_element_has_a_name(shown: Shown) -> None:
    assert shown.tab.run(NAMELESS) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_have_enough_contrast(shown: Shown, scheme: str) -> None:
    tab = shown.tab
    tab.prefer(scheme)
    assert tab.wait(f"document.body.classList.contains('body--{scheme}') && !document.getAnimations().length")
    tab.shoot(PICTURES / f"{shown.name}-{tab.size.width}-{scheme}.png")
    assert tab.run(FAINT) == []


def test_contrast_check_finds_faint_text(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("queue"))
    tab.run("document.querySelector('h1').style.color = 'color-mix(in srgb, CanvasText 20%, Canvas)'")
    assert ["h1" in each for each in tab.run(FAINT)] == [True]


def test_error_notification_is_legible_closable_and_fits_the_screen(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("inspector"))
    tab.type("URL", f"ftp://calm.example/{'W' * 300}")
    tab.click("button", "Inspect")
    assert tab.see("CLOSE", ".q-notification button")
    assert tab.wait("!document.getAnimations().length")
    assert tab.run(FAINT) == []
    assert tab.run("document.querySelector('.q-notification').scrollWidth <= innerWidth")


def test_chosen_option_is_legible_in_the_dark(dashboard: Dashboard, wide: Tab) -> None:
    wide.prefer("dark")
    wide.open(dashboard.page("inspector"))
    wide.click("[aria-label='Heuristics, the first is shown']")
    assert wide.see("auto", ".q-menu [aria-selected=true]")
    assert wide.wait("!document.getAnimations().length")
    assert wide.run(FAINT) == []


def test_card_of_a_template_of_one_site_names_no_other_sites(dashboard: Dashboard, wide: Tab) -> None:
    page = {"url": "https://lone.example/", "html": "<section><dl><dt><i>" * 40 + "Open"}
    dashboard.client.post("/extract", json=page).raise_for_status()
    wide.resize(NARROW)
    wide.open(dashboard.page("sites/lone.example"))
    assert wide.see("100%", "[aria-label='Templates'] td")
    assert not wide.run("document.querySelector('td.links').checkVisibility()")


def test_last_label_of_a_time_axis_is_not_clipped(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.wait("document.querySelectorAll('figure.chart svg text').length > 0")
    cut = wide.run("""(() => {
      const drawn = document.querySelector('figure.chart .nicegui-echart');
      const day = { min: +new Date(2026, 8, 1, 22), max: +new Date(2026, 8, 1, 23) };
      getElement(drawn.id.slice(1)).chart.setOption({ xAxis: day });
      const { right } = drawn.getBoundingClientRect();
      return [...drawn.querySelectorAll('text')].filter((each) => each.getBoundingClientRect().right > right)
        .map((each) => each.textContent);
    })()""")
    assert cut == []


def test_days_are_named_as_they_were_counted(dashboard: Dashboard, wide: Tab) -> None:
    wide.send("Emulation.setTimezoneOverride", timezoneId="Pacific/Pago_Pago")  # eleven hours behind UTC
    wide.open(dashboard.page("sites/calm.example"))
    assert wide.wait("document.querySelectorAll('figure.chart svg text').length > 0")
    astray = wide.run("""(() => {
      const middle = (each) => (({ x, width }) => x + width / 2)(each.getBoundingClientRect());
      const all = (selector) => [...document.querySelectorAll(`figure.chart svg ${selector}`)];
      const bars = all('path[fill="var(--series-1)"]').map(middle);
      return all("text").filter((each) => / [A-Z]/.test(each.textContent))
        .filter((each) => !bars.some((bar) => Math.abs(bar - middle(each)) < 5))
        .map((each) => each.textContent);
    })()""")
    assert astray == []
    wide.click("figure.chart summary")
    today = datetime.now(UTC)
    assert wide.see(f"{today.day} {today:%B %Y}", "figure.chart td")


def test_times_are_written_as_the_page_is_whatever_the_language_of_the_browser(
    dashboard: Dashboard, wide: Tab
) -> None:
    wide.send("Emulation.setLocaleOverride", locale="ar-SA")  # has a calendar and digits of its own
    wide.open(dashboard.page(""))
    wide.click("figure.chart summary")
    assert wide.see(str(datetime.now(UTC).year), "figure.chart td")


def test_lines_of_a_chart_differ_by_more_than_colour(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page(""))
    assert wide.wait("!!document.querySelector('figure.chart path[stroke=\"var(--series-2)\"]')")
    dashes = """(number) => document
      .querySelector(`figure.chart path[stroke="var(--series-${number})"][fill=none]`)
      .getAttribute('stroke-dasharray')"""
    assert wide.run(f"({dashes})(1)") != wide.run(f"({dashes})(2)")


def test_page_of_the_api_has_the_theme_of_the_dashboard(dashboard: Dashboard, wide: Tab) -> None:
    is_dark = "document.documentElement.matches('.dark-mode')"
    wide.prefer("dark")
    wide.send("Page.navigate", url=f"{dashboard.url}/docs")
    assert wide.see("Extract the text of a page")
    assert wide.run(is_dark)
    wide.prefer("light")
    assert wide.wait(f"!{is_dark}")
    wide.run("localStorage.setItem('urltree-theme', 'dark'); follow(); localStorage.clear()")
    assert wide.run(is_dark)


def test_header_scrolls_away_on_a_low_screen(dashboard: Dashboard, wide: Tab) -> None:
    wide.resize(Size(320, 256))
    wide.open(dashboard.page("queue"))
    assert wide.run("getComputedStyle(document.querySelector('header')).position") == "absolute"


def test_site_named_in_punycode_is_named_in_unicode_too(dashboard: Dashboard, wide: Tab) -> None:
    page = {"url": "http://xn--bcher-kva.example/", "html": "<p>a"}
    dashboard.client.post("/extract", json=page).raise_for_status()
    wide.open(dashboard.page("sites/xn--bcher-kva.example"))
    assert wide.see("bücher.example", "p")


def test_list_of_documents_stands_still_under_the_mouse(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=calm.example"))
    wide.point("td button")
    assert wide.see("The list stands still")
    wide.point("h1")
    assert wide.wait("!document.body.innerText.includes('The list stands still')")


def test_example_in_a_field_does_not_lie_over_its_label_in_forced_colours(
    dashboard: Dashboard, wide: Tab
) -> None:
    wide.send("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    wide.open(dashboard.page("feeds"))
    field = "[aria-label='URL of a feed or site']"
    shown = f'getComputedStyle(document.querySelector("{field}"), "::placeholder").opacity'
    assert wide.run(shown) == "0"
    wide.click(field)
    assert wide.wait(f"{shown} > 0")


def test_dark_page_is_printed_in_dark_ink(dashboard: Dashboard, wide: Tab) -> None:
    wide.prefer("dark")
    wide.open(dashboard.page("queue"))
    ink = "getComputedStyle(document.querySelector('h1')).color"
    assert wide.wait(f"{ink} === 'rgb(228, 232, 229)'")
    dark = {"name": "prefers-color-scheme", "value": "dark"}
    wide.send("Emulation.setEmulatedMedia", media="print", features=[dark])
    assert wide.wait(f"{ink} === 'rgb(27, 31, 29)'")


def test_links_and_marks_differ_by_more_than_colour(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("inspector?url=http%3A%2F%2Fcalm.example%2Fnews%2F3.html"))
    assert wide.see("Boilerplate", ".mark")
    decoration = (
        "[...document.querySelectorAll('{}')].map((each) => getComputedStyle(each).textDecorationLine)"
    )
    assert wide.run(decoration.format(".result a")) == ["underline"]
    assert wide.run(decoration.format(".mark")) == ["none", "line-through", "underline"]


def test_text_direction_of_a_cell_follows_its_content(dashboard: Dashboard, wide: Tab) -> None:
    wide.open(dashboard.page("stream?domain=calm.example"))
    assert wide.see("Headline", "td button")
    assert wide.run("getComputedStyle(document.querySelector('td button')).unicodeBidi") == "plaintext"


def test_transitions_are_disabled_for_reduced_motion(dashboard: Dashboard, wide: Tab) -> None:
    wide.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    wide.open(dashboard.page("feeds"))
    assert wide.run("getComputedStyle(document.querySelector('.primary')).transitionDuration") == "0.001s"


def test_chosen_theme_is_kept_across_pages(dashboard: Dashboard, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        tab.prefer("light")
        tab.open(dashboard.page("queue"))
        for name in ("Auto", "Light"):
            tab.click("button", name)
        assert tab.see("Dark", "button")
        tab.open(dashboard.page("sites"))
        assert tab.wait("document.body.classList.contains('body--dark')")
        tab.click("button", "Dark")


def test_first_focusable_element_skips_the_menu(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("queue"))
    tab.key("Tab")
    assert tab.run("document.activeElement.innerText") == "Skip to main content"


def test_api_docs_load_nothing_from_elsewhere(dashboard: Dashboard, wide: Tab) -> None:
    wide.send("Page.navigate", url=f"{dashboard.url}/docs")
    assert wide.see("/documents/{position}", ".opblock")
    assert wide.texts(".errors-wrapper") == []
    loaded = wide.run("performance.getEntriesByType('resource').map((each) => each.name)")
    assert {name.rpartition("/")[0] for name in loaded} == {dashboard.url, f"{dashboard.url}/docs"}


def test_dashboard_works_below_a_path_prefix(dashboard: Dashboard, wide: Tab) -> None:
    with proxied(dashboard.url, "/news") as url:
        wide.send("Page.navigate", url=f"{url}/news/dashboard")
        wide.wait("window.did_handshake === true")
        wide.click("nav a", "Sites")
        wide.click("td a", "calm.example")
        assert wide.see("All rights reserved by us", "td")
        assert wide.run("location.pathname") == "/news/dashboard/sites/calm.example"
        wide.click("nav a", "Stream")
        assert wide.see(f"{url}/news/stream'", "code")
        assert wide.run("getComputedStyle(document.body).fontVariantNumeric") == "tabular-nums"


@pytest.mark.parametrize(
    ("html", "is_first"),
    [
        ("<p style='direction: rtl'>שלום.</p>", True),
        ("<div><b>שלום.</b></div>", True),
        ("<p>peace.</p>", False),
        ("<html dir=rtl><p>peace.</p>", True),
    ],
)
def test_marked_text_without_a_direction_has_its_own(
    wide: Tab, tmp_path: Path, html: str, *, is_first: bool
) -> None:
    (tmp_path / "page.html").write_text(annotate(html, ["content"]), "utf-8")
    wide.send("Page.navigate", url=(tmp_path / "page.html").as_uri())
    mark = "document.querySelector('.urltree-content')"
    wide.wait(f"document.readyState === 'complete' && !!{mark}")
    left = f"""((place) => {{ const range = document.createRange(), text = {mark}.firstChild;
      range.setStart(text, place); range.setEnd(text, place + 1);
      return range.getBoundingClientRect().left; }})"""
    letter, stop = wide.run(f"{left}(0)"), wide.run(f"{left}({mark}.innerText.length - 1)")
    assert (stop < letter) is is_first
