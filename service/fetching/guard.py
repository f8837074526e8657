"""What may be connected to: public addresses, and what the operator allows.

For every connection the host is resolved once, all addresses found are checked, and one of these is connected
to: a name that changes its addresses between check and connection gains nothing. TLS still verifies the name.
A redirect makes a new connection, or uses one that was made in this way.
"""

from __future__ import annotations

import asyncio
from ipaddress import ip_address
from typing import TYPE_CHECKING

import httpcore

from service.fetching.addresses import AllowList, is_public, written_address
from service.fetching.errors import FetchError, Reason
from service.fetching.failures import fetch_error

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Sequence

    from service.fetching.addresses import Address

    #: Host and port to addresses, best first. Raises `OSError` or `UnicodeError` if there are none.
    Resolve = Callable[[str, int], Awaitable[Sequence[str]]]


class Guard:
    """Finds the addresses of hosts, and refuses those that may not be connected to.

    `allow_hosts` are as of `AllowList`.
    """

    def __init__(self, allow_hosts: Iterable[str], resolve: Resolve) -> None:
        self._allowed = AllowList(allow_hosts)
        self.resolve = resolve

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Find the addresses of a host.

        Raises `FetchError` if there are none or one of them may not be connected to: a name with addresses of
        both kinds is either a mistake or an attack.
        """
        try:
            addresses = await self.resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise FetchError(Reason.DNS, f"{host} cannot be resolved: {_fault(error)}") from error
        for address in addresses:
            self._check(host, ip_address(address))
        return addresses

    def check_written(self, host: str) -> None:
        """Check a host if it is an address itself. Raises `FetchError` if that may not be connected to."""
        if address := written_address(host):
            self._check(host, address)

    def _check(self, host: str, address: Address) -> None:
        if not is_public(address) and not self._allowed.has(host, address):
            place = host if host == str(address) else f"{host} is at {address}, which"
            raise FetchError(
                Reason.REFUSED_ADDRESS, f"{place} is not public; URLTREE_ALLOW_HOSTS can allow it"
            )


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Connects only where a guard lets it."""

    def __init__(self, guard: Guard, role: str = "") -> None:
        self._guard = guard
        self._role = role
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 -- httpcore's
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address that takes the connection; `timeout` is for each, in seconds.

        Raises `FetchError`, which names the host and its role.
        """
        error: Exception | None = None
        for address in await self._guard.addresses(host, port):
            try:
                stream = await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as failure:
                error = failure
            else:
                await _raise_lost_cancellation(stream)
                return stream
        raise fetch_error(self._role + host, error or httpcore.ConnectError("no address")) from error


async def _raise_lost_cancellation(stream: httpcore.AsyncNetworkStream) -> None:
    """Raise a cancellation (or timeout) that anyio loses because it comes just as a connection is made."""
    task = asyncio.current_task()
    if task and task.cancelling():
        await stream.aclose()
        raise asyncio.CancelledError


def _fault(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
