"""The keys that a service knows, and the search for the one that a request shows."""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from time import monotonic
from typing import TYPE_CHECKING

from service.access.apikeys import digest_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.access.apikeys import ApiKey, ApiKeys

#: Seconds for which keys read from Redis are reused: a revoked key may still be used for that long.
FRESH = 5.0


class Keyring:
    """The keys of the settings and those in Redis. Raises `redis.RedisError` when Redis is away."""

    def __init__(self, given: Sequence[ApiKey], stored: ApiKeys) -> None:
        self._given = given
        self._stored = stored
        self._known = list(given)
        self._stale_at = 0.0
        self._asking: asyncio.Task[None] | None = None

    async def all(self) -> list[ApiKey]:
        """List the keys. Concurrent callers, such as readers of the stream, share one query to Redis."""
        if monotonic() >= self._stale_at:
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
                # Its callers may all have gone when it fails, and asyncio would complain that nobody looked.
                self._asking.add_done_callback(lambda asked: asked.cancelled() or asked.exception())
            await asyncio.shield(self._asking)
        return self._known

    async def _ask(self) -> None:
        self._known = [*self._given, *await self._stored.all()]
        self._stale_at = monotonic() + FRESH

    async def find(self, text: str) -> ApiKey | None:
        """Find the key with this text, in a time that does not reveal how much of the text is right."""
        digest = digest_of(text)
        return next((key for key in await self.all() if compare_digest(key.digest, digest)), None)

    async def get(self, key_id: str) -> ApiKey | None:
        """Find the key with this id."""
        return next((key for key in await self.all() if key.id == key_id), None)
