"""Sessions of people who have shown a key to the dashboard."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from cachetools import TTLCache

from service.access.apikeys import digest_of
from service.access.keyring import FRESH
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

#: Seconds that a session lasts.
LASTING = 12 * 3_600

#: Sessions that are cached in memory.
_MAX_KNOWN = 1_000


class Sessions:
    """Sessions are random tokens; Redis holds their hashes. Raises `redis.RedisError` when Redis is away."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._known: TTLCache[str, str] = TTLCache(_MAX_KNOWN, FRESH)

    async def start(self, key_id: str) -> str:
        """Begin a session for the holder of a key; return its token."""
        token = secrets.token_urlsafe(32)
        await self._redis.set(keys.SESSION + digest_of(token), key_id, ex=LASTING)
        return token

    async def key_of(self, token: str) -> str:
        """Return the id of the key that a session was begun with; empty if there is no such session."""
        if not token:
            return ""
        digest = digest_of(token)
        if known := self._known.get(digest):
            return known
        stored: Any = await self._redis.get(keys.SESSION + digest)
        return self._known.setdefault(digest, stored.decode()) if stored else ""

    async def end(self, token: str) -> None:
        """End a session, if it still lasts."""
        digest = digest_of(token)
        self._known.pop(digest, None)
        await self._redis.delete(keys.SESSION + digest)
