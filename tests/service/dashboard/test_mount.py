"""The paths below the dashboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dashboards import Dashboard


def test_unknown_page_links_to_the_dashboard(dashboard: Dashboard) -> None:
    answer = dashboard.client.get("/dashboard/nowhere", headers={"X-Forwarded-Prefix": "/news"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'There is no such page. <a href="/news/dashboard/">' in answer.text


def test_slash_at_the_end_of_a_page_leads_to_the_page_within_the_path_of_a_proxy(
    dashboard: Dashboard,
) -> None:
    answer = dashboard.client.get("/dashboard/feeds/", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, "../feeds")


def test_method_that_pages_do_not_take_is_refused_with_a_problem(dashboard: Dashboard) -> None:
    answer = dashboard.client.post("/dashboard/feeds")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD")
    assert answer.headers["content-type"] == "application/problem+json"
