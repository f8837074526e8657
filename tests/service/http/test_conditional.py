"""Conditional responses."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from starlette.responses import Response

from service.http.conditional import conditional

MODIFIED = datetime(2026, 1, 2, 3, 4, 5, 700_000, UTC)


async def write() -> Response:
    return Response("news")


async def ask(modified: datetime = MODIFIED, **headers: str) -> Response:
    """Request something that was modified at a time."""
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    return await conditional(asked, "sources", modified, 60, write)


async def test_exact_last_modified_sent_back_is_answered_304() -> None:
    first = await ask()
    assert (await ask(if_modified_since=first.headers["last-modified"])).status_code == 304


async def test_date_of_an_earlier_change_within_the_same_second_is_answered_200() -> None:
    assert (await ask(if_modified_since="Fri, 02 Jan 2026 03:04:05 GMT")).status_code == 200


async def test_last_modified_is_never_in_the_future() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    assert parsedate_to_datetime((await ask(soon)).headers["last-modified"]) <= datetime.now(UTC)


async def test_date_within_the_current_second_does_not_allow_304() -> None:
    soon = datetime.now(UTC) + timedelta(seconds=1)
    first = await ask(soon)
    assert (await ask(soon, if_modified_since=first.headers["last-modified"])).status_code == 200
