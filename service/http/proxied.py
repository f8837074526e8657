"""Where a service is that a proxy has below a path of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


def prefix_of(request: HTTPConnection) -> str:
    """Give that path, as the proxy says which has taken it off; empty if there is none."""
    return quote(request.headers.get("X-Forwarded-Prefix", "").rstrip("/"))
