"""Public addresses, and those that an operator allows."""

from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis.strategies import ip_addresses

from service.fetching.addresses import AllowList, is_public, written_address


@pytest.mark.parametrize(
    "address",
    """
    0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1 172.31.255.255
    192.0.0.8 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
    239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:8.8.8.8
    64:ff9b::7f00:1 64:ff9b::808:808 64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:7f00:1:: 3fff::1 5f00::1
    fc00::1 fd12:3456::1 fe80::1 fe80::1%2 fec0::1 ff02::1 ff0e::1
    """.split(),
)
def test_special_purpose_address_is_not_public(address: str) -> None:
    assert not is_public(ip_address(address))


@pytest.mark.parametrize(
    "address",
    """
    1.1.1.1 8.8.8.8 100.63.255.255 172.32.0.1 223.255.255.255 2001:200::1 2606:4700::1111
    """.split(),
)
def test_internet_address_is_public(address: str) -> None:
    assert is_public(ip_address(address))


@given(ip_addresses())
def test_no_address_that_python_calls_private_multicast_or_reserved_is_public(address) -> None:
    assert not (is_public(address) and (address.is_private or address.is_multicast or address.is_reserved))


def test_allowed_name_may_have_any_address() -> None:
    assert AllowList(["Intranet.Example"]).has("intranet.example", ip_address("10.0.0.1"))


def test_allowed_name_does_not_cover_its_subdomains() -> None:
    assert not AllowList(["intranet.example"]).has("x.intranet.example", ip_address("10.0.0.1"))


@pytest.mark.parametrize("entry", ["10.0.0.0/8", "10.0.0.1/8", "10.0.0.1"])
def test_allowed_network_covers_any_host_in_it(entry: str) -> None:
    assert AllowList([entry]).has("any.example", ip_address("10.0.0.1"))


def test_allowed_network_does_not_cover_its_neighbours() -> None:
    assert not AllowList(["10.0.0.0/24", "fd00::/64"]).has("any.example", ip_address("10.0.1.1"))


@pytest.mark.parametrize(
    "entry", ["", "http://intranet", "intranet:80", "10.0.0.0/33", "*.example", "2130706433", "a b"]
)
def test_invalid_entry_is_refused(entry: str) -> None:
    with pytest.raises(ValueError, match="is not a host name, an address or a network; use one such as"):
        AllowList([entry])


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.0.0.0x1", "017700000001"),
        *("127.0.0.1.", "0x7f.1.", "%31%32%37.0.0.1", "127.0.0.1%2e"),
    ],
)
def test_ipv4_address_is_recognised_in_every_notation(host: str) -> None:
    assert written_address(host) == ip_address("127.0.0.1")


def test_ipv6_address_is_recognised() -> None:
    assert written_address("::1") == ip_address("::1")


@pytest.mark.parametrize("host", ["news.eu", "a", "dead.beef", "1e3", "127.0.0.1.example", ":", ""])
def test_name_is_not_taken_for_an_address(host: str) -> None:
    assert written_address(host) is None
