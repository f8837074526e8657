"""Security headers of every response."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders

from service.access.headers import secure


def secured(**given: str) -> MutableHeaders:
    headers = MutableHeaders({name.replace("_", "-"): value for name, value in given.items()})
    secure(headers)
    return headers


def test_content_types_may_not_be_sniffed() -> None:
    assert secured()["X-Content-Type-Options"] == "nosniff"


def test_referrer_is_not_sent_to_other_sites() -> None:
    assert secured()["Referrer-Policy"] == "same-origin"


def test_html_outside_the_dashboard_is_sandboxed() -> None:
    policy = secured(content_type="text/html")["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith("; sandbox")


def test_no_response_may_be_framed() -> None:
    answers = [secured(), secured(x_nicegui_content="page")]
    assert all("frame-ancestors 'none'" in each["Content-Security-Policy"] for each in answers)


def test_dashboard_page_loads_nothing_from_elsewhere() -> None:
    policy = secured(x_nicegui_content="page")["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "http" not in policy


def test_policy_that_a_response_sets_itself_is_the_only_one() -> None:
    headers = secured(content_security_policy="default-src 'self'")
    assert headers.getlist("Content-Security-Policy") == ["default-src 'self'"]
