"""Headers that tell browsers what an answer may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.datastructures import MutableHeaders

_ALL = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    # A page elsewhere can read no answer, nor take one for a script or an image.
    "Cross-Origin-Resource-Policy": "same-origin",
}

#: An answer is data, whatever it claims to be.
_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

#: NiceGUI writes its pages with inline scripts and evaluates what events carry; nothing comes from elsewhere.
_DASHBOARD = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)

#: FastAPI's page of the API loads Swagger UI.
_DOCS = (
    "default-src 'none'; script-src https://cdn.jsdelivr.net 'unsafe-inline'; "
    "style-src https://cdn.jsdelivr.net 'unsafe-inline'; img-src data: https://fastapi.tiangolo.com; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def secure(headers: MutableHeaders, path: str) -> None:
    """Add to the headers of an answer; those that it has already stay."""
    for name, value in _ALL.items():
        headers.setdefault(name, value)
    headers.setdefault("Content-Security-Policy", _policy(headers, path))


def _policy(headers: MutableHeaders, path: str) -> str:
    if "x-nicegui-content" in headers:
        return _DASHBOARD
    return _DOCS if path == "/docs" else _DATA
