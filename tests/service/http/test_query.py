"""Query parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx


@pytest.mark.parametrize(
    ("method", "path", "field"),
    [
        ("POST", "/extract?url=https://example.com/share?to=b&url=https://example.org/", "url"),
        ("POST", "/extract/batch?blocks=true&blocks=false", "blocks"),
        ("GET", "/documents?label=news&label=sport", "label"),
        ("GET", "/stream?label=news&label=sport", "label"),
        ("GET", "/feeds?limit=1&limit=2", "limit"),
        ("GET", "/queue?limit=1&limit=2", "limit"),
    ],
)
def test_repeated_parameter_is_refused(client: httpx.Client, method: str, path: str, field: str) -> None:
    answer = client.request(method, path)
    assert answer.json()["detail"].startswith(f"query.{field}: given twice")
