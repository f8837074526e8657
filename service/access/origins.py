"""Requests that a web page makes a visitor's browser send.

The browser adds cookies to them, and can reach services bound to loopback. It also states their origin, in
`Sec-Fetch-Site` or in `Origin`, neither of which a page can forge. A page whose own name was made to resolve
to our address (DNS rebinding) is recognised by `Host`.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping


#: Values of `Sec-Fetch-Site` in requests from our own pages, and for addresses that people type.
_OURS = frozenset({"same-origin", "none"})


def is_loopback(host: str) -> bool:
    """Return whether a host is a name or address of loopback, which no DNS server can assign to others."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@lru_cache(maxsize=64)
def names_loopback(place: str) -> bool:
    """Return whether a `Host` header, with or without a port, names loopback."""
    try:
        host = urlsplit(f"//{place}").hostname
    except ValueError:
        return False
    return host is not None and is_loopback(host)


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Return whether a request comes from a page of another origin."""
    if site := headers.get("sec-fetch-site"):
        return site not in _OURS
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def is_embedded(headers: Mapping[str, str]) -> bool:
    """Return whether a page of another origin wants to embed the answer, for example as a picture or frame.

    Such a page cannot read the answer, but could ask for thousands. Following a link is not embedding, nor is
    a request that shows a key in `Authorization`.
    """
    is_visit = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return headers.get("sec-fetch-site", "none") not in _OURS and not (is_visit or "authorization" in headers)
