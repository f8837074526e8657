"""What the person before a page may do."""

from __future__ import annotations

from nicegui import ui

from service.access.caller import caller_of
from service.access.scopes import Scope


def may(scope: Scope) -> bool:
    """Tell whether the holder of the page's key may do what needs a scope."""
    return caller_of(ui.context.client.request).may(scope)


def may_change() -> bool:
    """Tell whether the person may change anything; who may not is shown no buttons for it."""
    return may(Scope.ADMIN)
