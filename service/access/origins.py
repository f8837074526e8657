"""Requests that a web page has somebody's browser send.

A browser adds cookies to them, and reaches what is bound to loopback. It also says where they come from: in
`Sec-Fetch-Site`, or in `Origin`, which no page can forge. A page whose own name was made to resolve to us
(DNS rebinding) gives itself away by `Host`.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping


#: What `Sec-Fetch-Site` says of our own pages, and of what people type.
_OURS = frozenset({"same-origin", "none"})


def is_loopback(host: str) -> bool:
    """Tell whether a name or address is this machine's own, which no DNS server can give to another."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


@lru_cache(maxsize=64)
def names_loopback(place: str) -> bool:
    """Tell whether a `Host`, a name or address and perhaps a port, is of loopback."""
    try:
        host = urlsplit(f"//{place}").hostname
    except ValueError:
        return False
    return host is not None and is_loopback(host)


def is_foreign(headers: Mapping[str, str]) -> bool:
    """Tell whether a request comes from a page of another origin."""
    if site := headers.get("sec-fetch-site"):
        return site not in _OURS
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def is_embedded(headers: Mapping[str, str]) -> bool:
    """Tell whether a page of another origin wants an answer in itself, as a picture, say, or in a frame.

    It can read none, but could ask for thousands. A link may lead here, and who shows a key is no stranger.
    """
    is_visit = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return headers.get("sec-fetch-site", "none") not in _OURS and not (is_visit or "authorization" in headers)
