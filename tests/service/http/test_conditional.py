"""Conditional responses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from service.http.conditional import conditional

if TYPE_CHECKING:
    from starlette.responses import Response

MODIFIED = datetime(2026, 1, 2, 3, 4, 5, 700_000, UTC)


def ask(modified: datetime = MODIFIED, **headers: str) -> Response:
    """Request something that was modified at a time."""
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    return conditional(asked, b"news", "text/plain", modified, 60)


def test_exact_last_modified_sent_back_is_answered_304() -> None:
    assert ask(if_modified_since=ask().headers["last-modified"]).status_code == 304


def test_date_of_an_earlier_change_within_the_same_second_is_answered_200() -> None:
    assert ask(if_modified_since="Fri, 02 Jan 2026 03:04:05 GMT").status_code == 200


def test_last_modified_is_never_in_the_future() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert parsedate_to_datetime(ask(soon).headers["last-modified"]) <= datetime.now(UTC)


def test_date_within_the_current_second_does_not_allow_304() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert ask(soon, if_modified_since=ask(soon).headers["last-modified"]).status_code == 200
