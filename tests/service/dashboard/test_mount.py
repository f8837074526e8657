"""What is below the dashboard's path, and what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dashboards import Dashboard


def test_page_that_there_is_not_leads_to_one_that_there_is(dashboard: Dashboard) -> None:
    answer = dashboard.client.get("/dashboard/nowhere", headers={"X-Forwarded-Prefix": "/news"})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'There is no such page. <a href="/news/dashboard/">' in answer.text
