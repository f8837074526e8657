"""Headers that tell browsers what an answer may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.datastructures import MutableHeaders

_ALL = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    # A page of another origin can neither read an answer nor load it as a script or an image.
    (b"cross-origin-resource-policy", b"same-origin"),
)

#: For answers that are not dashboard pages: browsers treat them as data, whatever type they claim.
_DATA = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

#: NiceGUI's pages have inline scripts and evaluate what events carry; nothing is loaded from elsewhere.
_DASHBOARD = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)


def secure(headers: MutableHeaders) -> None:
    """Add the security headers to an answer, except those that it has already."""
    there = {name for name, _ in headers.raw}
    policy = _DASHBOARD if b"x-nicegui-content" in there else _DATA
    wanted = (*_ALL, (b"content-security-policy", policy.encode()))
    headers.raw.extend(each for each in wanted if each[0] not in there)
