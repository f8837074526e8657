"""The paths below the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dashboards import Dashboard


def test_unknown_page_links_to_the_dashboard(dashboard: Dashboard) -> None:
    answer = dashboard.client.get("/dashboard/nowhere", headers={"X-Forwarded-Prefix": "/news"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'There is no such page. <a href="/news/dashboard/">' in answer.text
