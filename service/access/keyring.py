"""The keys that a service knows, and the search for the one that a request shows."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from service.access.apikeys import digest_of
from service.running.fresh import Fresh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.access.apikeys import ApiKey, ApiKeys

#: Seconds for which keys read from Redis are reused: a revoked key may still be used for that long.
FRESH = 5.0

#: Seconds for which they are reused where a key is not among them: it may be new, but wrong keys must not
#: have Redis read for each.
FRESH_IF_UNKNOWN = 1.0


class Keyring:
    """The keys of the settings and those in Redis. Raises `redis.RedisError` when Redis is away."""

    def __init__(self, given: Sequence[ApiKey], stored: ApiKeys) -> None:
        self._given = given
        self._stored = Fresh(stored.all, FRESH)

    async def all(self) -> list[ApiKey]:
        """List the keys."""
        return [*self._given, *await self._stored.get()]

    async def find(self, text: str) -> ApiKey | None:
        """Find the key with this text, in a time that does not reveal how much of the text is right.

        An empty text finds none.
        """
        if not text:
            return None
        digest = digest_of(text)
        return _with(digest, await self.all()) or _with(digest, await self._stored.get(FRESH_IF_UNKNOWN))

    async def get(self, key_id: str) -> ApiKey | None:
        """Find the key with this id."""
        return next((key for key in await self.all() if key.id == key_id), None)


def _with(digest: str, keys: Sequence[ApiKey]) -> ApiKey | None:
    return next((key for key in keys if compare_digest(key.digest, digest)), None)
