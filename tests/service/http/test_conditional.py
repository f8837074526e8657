"""Answers to readers who tell what they have."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from service.http.conditional import conditional

if TYPE_CHECKING:
    from starlette.responses import Response

MODIFIED = datetime(2026, 1, 2, 3, 4, 5, 700_000, UTC)


def ask(modified: datetime = MODIFIED, **headers: str) -> Response:
    """Ask for what was modified at a time."""
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    return conditional(asked, b"news", "text/plain", modified, 60)


def test_reader_that_sends_the_date_back_has_it() -> None:
    assert ask(if_modified_since=ask().headers["last-modified"]).status_code == 304


def test_reader_that_had_another_in_the_same_second_is_sent_it() -> None:
    assert ask(if_modified_since="Fri, 02 Jan 2026 03:04:05 GMT").status_code == 200


def test_date_is_never_after_that_of_the_answer() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert parsedate_to_datetime(ask(soon).headers["last-modified"]) <= datetime.now(UTC)


def test_date_of_a_second_that_is_not_over_is_no_proof_of_having_it() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert ask(soon, if_modified_since=ask(soon).headers["last-modified"]).status_code == 200
