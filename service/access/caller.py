"""Who sends a request."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.access.scopes import Scope

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection


class Caller(NamedTuple):
    """The holder of a key, or anybody."""

    #: Of the key; empty where none is asked for.
    id: str
    name: str
    scopes: frozenset[Scope]

    def may(self, scope: Scope) -> bool:
        """Tell whether the caller may do what needs a scope."""
        return scope in self.scopes or Scope.ADMIN in self.scopes


#: Whoever comes while no key is asked for.
ANYBODY = Caller("", "anybody", frozenset(Scope))

#: Whoever comes to what is open to all; no key is looked at.
STRANGER = Caller("", "stranger", frozenset())


def caller_of(connection: HTTPConnection) -> Caller:
    """Tell who sends a request, or holds a socket open; the gate has put it there."""
    caller: Caller = connection.state.caller
    return caller
