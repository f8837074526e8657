"""The keys that a service knows, and whose a request's is."""

from __future__ import annotations

from hmac import compare_digest
from time import monotonic
from typing import TYPE_CHECKING

from service.access.apikeys import digest_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.access.apikeys import ApiKey, ApiKeys

#: Seconds for which what Redis knows is taken as it was: a key that is revoked may be used so long.
FRESH = 5.0


class Keyring:
    """The keys of the settings and those in Redis. Raises `redis.RedisError` when that is away."""

    def __init__(self, given: Sequence[ApiKey], stored: ApiKeys) -> None:
        self._given = given
        self._stored = stored
        self._known = list(given)
        self._stale_at = 0.0

    async def all(self) -> list[ApiKey]:
        """List the keys."""
        if monotonic() >= self._stale_at:
            self._known = [*self._given, *await self._stored.all()]
            self._stale_at = monotonic() + FRESH
        return self._known

    async def find(self, text: str) -> ApiKey | None:
        """Find the key of this text, in a time that does not tell how much of it is right."""
        digest = digest_of(text)
        return next((key for key in await self.all() if compare_digest(key.digest, digest)), None)

    async def get(self, key_id: str) -> ApiKey | None:
        """Find the key of an id."""
        return next((key for key in await self.all() if key.id == key_id), None)
