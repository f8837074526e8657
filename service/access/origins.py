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
        return site not in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")
