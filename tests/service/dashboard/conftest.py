"""The dashboard of a service that has seen two sites, and a browser to view it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser import NARROW, WIDE, browsing, installed
from dashboards import Dashboard, write_sites
from processes import serving
from replayed import replaying
from valkeys import url_of, valkey_client

from service.dashboard.table import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from browser import Browser, Tab


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = installed()
    if program is None:
        pytest.skip("there is no Chromium to look at the dashboard with: apt install chromium-headless-shell")
    with browsing(program) as running:
        yield running


@pytest.fixture(scope="session")
def dashboard(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dashboard]:
    assert browser  # without one, nothing is started
    streams = write_sites(tmp_path_factory.mktemp("streams"))
    with (
        valkey_client() as redis,
        replaying(streams, "--rate", "1000") as replay,
        serving(redis_url=url_of(redis), workers=1, proxy=replay.url, host_rate=1000) as service,
    ):
        shown = Dashboard(str(service.client.base_url).rstrip("/"), service.client, redis)
        for host in ("calm.example", "hostile.example"):
            shown.subscribe(host)
        yield shown


@pytest.fixture(scope="module")
def many(dashboard: Dashboard) -> Iterator[Dashboard]:
    """One more feed and one more site than fit on a page."""
    client, hosts = dashboard.client, [f"paged-{number}.example" for number in range(PAGE + 1)]
    outlines = "".join(f'<outline xmlUrl="http://{host}/feed"/>' for host in hosts)
    client.post("/feeds/opml", content=f"<opml><body>{outlines}</body></opml>").raise_for_status()
    for host in hosts:
        client.post("/extract", json={"url": f"http://{host}/", "html": "<p>a"}).raise_for_status()
    yield dashboard
    for feed in client.get("/feeds?limit=1000").json():
        if feed["site"] in hosts:
            client.delete(f"/feeds/{feed['id']}").raise_for_status()


@pytest.fixture(params=[WIDE, NARROW], ids=["wide", "narrow"])
def tab(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Tab]:
    """A tab, whose console must stay silent."""
    with browser.tab(request.param) as opened:
        yield opened
        assert opened.complaints == []


@pytest.fixture
def wide(browser: Browser) -> Iterator[Tab]:
    """One wide tab, for what does not depend on the size."""
    with browser.tab(WIDE) as opened:
        yield opened
        assert opened.complaints == []
