"""What decides who may come in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from service.access.apikeys import ApiKey


class AccessSettings(NamedTuple):
    """Who may come in."""

    #: The address that is listened on.
    host: str
    #: Whether nobody is asked for a key, also where others than this machine can connect.
    is_open: bool
    #: Those beside the keys in Redis.
    keys: tuple[ApiKey, ...]
    #: Requests a second of one key.
    rate: float
