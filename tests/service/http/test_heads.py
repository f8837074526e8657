"""HEAD requests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx


@pytest.mark.parametrize("path", ["/health/live", "/documents", "/docs", "/nowhere", "/extract"])
def test_head_has_the_status_and_headers_of_get(client: httpx.Client, path: str) -> None:
    got, head = client.get(path), client.head(path)
    same = ("content-type", "content-length", "content-security-policy")
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert [head.headers.get(name) for name in same] == [got.headers.get(name) for name in same]


def test_head_of_a_stream_ends(client: httpx.Client) -> None:
    assert client.head("/stream").headers["content-type"].startswith("text/event-stream")
    assert client.get("/health/live").status_code == 200
