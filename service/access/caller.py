"""Who sends a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.access.scopes import Scope

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


class Caller(NamedTuple):
    """The holder of a key, or anybody."""

    #: The key's id; empty if no key was needed.
    id: str
    name: str
    scopes: frozenset[Scope]

    def may(self, scope: Scope) -> bool:
        """Return whether the caller may do what needs a scope."""
        return scope in self.scopes or Scope.ADMIN in self.scopes


#: The caller while the service needs no key.
ANYBODY = Caller("", "anybody", frozenset(Scope))

#: The caller of a path that is open to all; a key is not looked at.
STRANGER = Caller("", "stranger", frozenset())


def caller_of(connection: HTTPConnection) -> Caller:
    """Return who sent a request or opened a socket, as the gate's middleware has recorded it."""
    caller: Caller = connection.state.caller
    return caller


async def may_go_on(connection: HTTPConnection) -> bool:
    """Return whether the sender of a request still may send it: its key or session may have ended since."""
    may: bool = await connection.state.may_go_on()
    return may
