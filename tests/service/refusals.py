"""Answers that refuse a request."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


def problem(answer: httpx.Response) -> tuple[int, str]:
    """Check the form of a problem; return its status and kind."""
    body = answer.json()
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert body["status"] == answer.status_code
    assert body["title"]
    assert body["detail"]
    return answer.status_code, body["type"].removeprefix("urn:urltree:problem:")
