"""What the person at a page may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nicegui import ui

from service.access.caller import caller_of
from service.access.scopes import Scope

if TYPE_CHECKING:
    from service.access.caller import Caller


def caller() -> Caller:
    """Return who has opened the page."""
    return caller_of(ui.context.client.request)


def is_admin() -> bool:
    """Return whether the person may change anything; anyone else is shown no buttons for it."""
    return caller().may(Scope.ADMIN)
