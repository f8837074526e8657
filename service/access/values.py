"""The settings that decide who may come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from service.access.apikeys import ApiKey


class AccessSettings(NamedTuple):
    """Who may come in."""

    #: The address that the service listens on.
    host: str
    #: Whether nobody needs a key, even if other machines can connect.
    is_open: bool
    #: The keys of the settings, in addition to those in Redis.
    keys: tuple[ApiKey, ...]
    #: Requests a second that one key may send.
    rate: float
