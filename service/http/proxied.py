"""The path under which a proxy serves the service."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


def prefix_of(request: HTTPConnection) -> str:
    """Return that path, as named by the proxy, which has removed it from the URL; empty if there is none."""
    return quote(request.headers.get("X-Forwarded-Prefix", "").rstrip("/"))
