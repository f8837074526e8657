"""How the dashboard looks, and to whom it offers what."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import httpx
import pytest
from browser import NARROW, WIDE
from dashboards import PLACES, Dashboard
from processes import serving
from valkeys import url_of, valkey_client

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser import Browser, Tab

#: Where pictures of the pages are kept, to be looked at.
PICTURES = Path(__file__).parents[2] / "out" / "dashboard"

#: Keys of two people.
READER, ADMIN = "reader-0123456789abcdef0123", "admin-0123456789abcdef01234"

#: The texts that stand out less from what is behind them than 4.5 to 1 (WCAG 2.2, 1.4.3).
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


#: The elements of a page that a keyboard reaches and that have no name.
NAMELESS = """
[...document.querySelectorAll('button, a[href], input:not([type=file]), textarea, iframe')].filter((each) =>
  each.checkVisibility() && !(each.innerText || each.ariaLabel || each.title || each.labels?.length)
).map((each) => each.outerHTML)"""

LANDMARKS = """['h1', 'main', 'header', 'nav[aria-label=Pages]'].map(
  (name) => document.querySelectorAll(name).length)"""


class Shown(NamedTuple):
    """A page that is open."""

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


def test_page_is_no_wider_than_the_screen(shown: Shown) -> None:
    assert shown.tab.run("document.documentElement.scrollWidth <= innerWidth")


def test_page_loads_nothing_from_elsewhere(dashboard: Dashboard, shown: Shown) -> None:
    loaded = shown.tab.run("performance.getEntriesByType('resource').map((each) => each.name)")
    assert loaded
    assert all(name.startswith((dashboard.url, "data:")) for name in loaded)


def test_page_has_its_landmarks(shown: Shown) -> None:
    assert shown.tab.run(LANDMARKS) == [1] * 4


def test_all_that_a_keyboard_reaches_has_a_name(shown: Shown) -> None:
    assert shown.tab.run(NAMELESS) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_what_is_behind_them(shown: Shown, scheme: str) -> None:
    tab = shown.tab
    tab.prefer(scheme)
    assert tab.wait(f"document.body.classList.contains('body--{scheme}') && !document.getAnimations().length")
    tab.shoot(PICTURES / f"{shown.name}-{tab.size.width}-{scheme}.png")
    assert tab.run(FAINT) == []


def test_faint_text_is_found(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("queue"))
    tab.run("document.querySelector('h1').style.color = 'color-mix(in srgb, CanvasText 20%, Canvas)'")
    assert ["h1" in each for each in tab.run(FAINT)] == [True]


def test_theme_that_was_chosen_is_kept(dashboard: Dashboard, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        tab.prefer("light")
        tab.open(dashboard.page("queue"))
        for name in ("Auto", "Light"):
            tab.click("button", name)
        assert tab.see("Dark", "button")
        tab.open(dashboard.page("sites"))
        assert tab.wait("document.body.classList.contains('body--dark')")
        tab.click("button", "Dark")


def test_first_that_a_keyboard_reaches_is_the_way_past_the_menu(dashboard: Dashboard, tab: Tab) -> None:
    tab.open(dashboard.page("queue"))
    tab.key("Tab")
    assert tab.run("document.activeElement.innerText") == "Skip to main content"


@pytest.fixture(scope="module")
def locked() -> Iterator[Dashboard]:
    """A dashboard that asks for keys."""
    keys = {"api_keys": f"read:{READER},admin:{ADMIN}"}
    with valkey_client() as redis, serving(redis_url=url_of(redis), workers=1, **keys) as service:
        yield Dashboard(str(service.client.base_url).rstrip("/"), service.client, redis)


def log_in(tab: Tab, locked: Dashboard, key: str) -> None:
    tab.send("Page.navigate", url=f"{locked.url}/")
    tab.wait("!!document.querySelector('input[type=password]')")
    tab.run(f"document.querySelector('input[type=password]').value = {key!r}")
    tab.click("button")
    tab.wait("window.did_handshake === true")


@pytest.mark.parametrize(("key", "sees"), [(READER, False), (ADMIN, True)])
def test_only_who_may_change_is_offered_to(locked: Dashboard, browser: Browser, key: str, sees: bool) -> None:
    with browser.tab(NARROW) as tab:
        log_in(tab, locked, key)
        tab.open(locked.page("feeds"))
        assert ("Add feed" in tab.run("document.body.innerText")) == sees
        tab.open(locked.page("inspector"))
        assert ("Your key may not extract" in tab.run("document.body.innerText")) != sees
        tab.click("button", "Log out")
        assert tab.wait("location.pathname === '/login'")


def test_service_that_has_seen_nothing_says_what_to_do_first(locked: Dashboard, browser: Browser) -> None:
    with browser.tab(WIDE) as tab:
        log_in(tab, locked, ADMIN)
        for place in ("", "sites", "stream", "sites/unheard.example"):
            tab.open(locked.page(place))
            assert tab.see("urltree feeds add https://", "code")
            assert tab.see("Add a feed", "a")
        tab.open(locked.page("feeds"))
        assert tab.see("Give the URL of a feed")
        tab.open(locked.page("queue"))
        assert tab.see("Nothing is parked")


def test_strangers_are_led_to_the_login(locked: Dashboard) -> None:
    answer = httpx.get(locked.page("sites"), headers={"Accept": "text/html"}, trust_env=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/login?next=%2Fdashboard%2Fsites"
