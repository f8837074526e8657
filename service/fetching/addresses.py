"""Internet addresses: which are public, and which an operator allows; pure."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

Address = IPv4Address | IPv6Address

#: Networks that IANA's registries of special-purpose addresses (RFC 6890) and of multicast set aside. Listed
#: here, because what `ipaddress` takes for global changes with Python's version.
_NOT_PUBLIC = [
    ip_network(network)
    for network in (
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",
        # Networks of IPv6 that are set aside within `_UNICAST`; the first holds Teredo, the third 6to4.
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
    )
]

#: Holds all public IPv6 addresses, but not those that stand for IPv4 ones (``::ffff:0:0/96``,
#: ``64:ff9b::/96``).
_UNICAST = ip_network("2000::/3")

#: A host name in ASCII. Its last label begins with a letter, or it could be read as an address.
_NAME = re.compile(r"(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*", re.IGNORECASE)


def is_public(address: Address) -> bool:
    """Return whether an address is one of the public internet."""
    is_unicast = isinstance(address, IPv4Address) or address in _UNICAST
    return is_unicast and not any(address in network for network in _NOT_PUBLIC)


class AllowList:
    """Host names and networks that may be connected to although they are not public.

    Raises `ValueError` for an entry that is neither.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self._names = set()
        self._networks = []
        for entry in entries:
            if _NAME.fullmatch(entry):
                self._names.add(entry.lower())
            else:
                self._networks.append(_network(entry))

    def has(self, host: str, address: Address) -> bool:
        """Return whether a host may be connected to at an address."""
        return host in self._names or any(address in network for network in self._networks)


def _network(entry: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(entry, strict=False)
    except ValueError:
        form = "use one such as intranet.example, 10.0.0.1 or 10.0.0.0/8"
        raise ValueError(f"{entry!r} is not a host name, an address or a network; {form}") from None


def written_address(host: str) -> Address | None:
    """Read a host that is an address; else None.

    Also in the decimal, octal and hexadecimal forms of C, percent-encoded, or with the dot of the DNS root:
    browsers, and perhaps proxies, take all of these for addresses.
    """
    host = unquote(host).removesuffix(".")
    try:
        return IPv6Address(host) if ":" in host else IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None
