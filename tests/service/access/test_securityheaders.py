"""Headers that every answer has."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders

from service.access.headers import secure


def secured(**given: str) -> MutableHeaders:
    headers = MutableHeaders({name.replace("_", "-"): value for name, value in given.items()})
    secure(headers)
    return headers


def test_types_are_not_guessed() -> None:
    assert secured()["X-Content-Type-Options"] == "nosniff"


def test_others_are_not_told_where_somebody_came_from() -> None:
    assert secured()["Referrer-Policy"] == "same-origin"


def test_an_answer_may_do_nothing() -> None:
    policy = secured(content_type="text/html")["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ")
    assert policy.endswith("; sandbox")


def test_nothing_may_be_framed_elsewhere() -> None:
    answers = [secured(), secured(x_nicegui_content="page")]
    assert all("frame-ancestors 'none'" in each["Content-Security-Policy"] for each in answers)


def test_a_page_of_the_dashboard_loads_nothing_from_elsewhere() -> None:
    policy = secured(x_nicegui_content="page")["Content-Security-Policy"]
    assert policy.startswith("default-src 'self'; ")
    assert "http" not in policy


def test_what_an_answer_says_itself_stays() -> None:
    headers = secured(content_security_policy="default-src 'self'")
    assert headers["Content-Security-Policy"] == "default-src 'self'"
