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

#: Sessions that are remembered at once.
_MANY = 1_000


class Sessions:
    """Each is a random token, of which Redis has the hash. Raises `redis.RedisError` when that is away."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._known: TTLCache[str, str] = TTLCache(_MANY, FRESH)

    async def start(self, key_id: str) -> str:
        """Begin a session of the holder of a key; give its token."""
        token = secrets.token_urlsafe(32)
        await self._redis.set(keys.session(digest_of(token)), key_id, ex=LASTING)
        return token

    async def key_of(self, token: str) -> str:
        """Give the id of the key that a session was begun with; empty if there is no such session."""
        if not token:
            return ""
        digest = digest_of(token)
        if digest in self._known:
            return self._known.get(digest, "")
        stored: Any = await self._redis.get(keys.session(digest))
        return self._known.setdefault(digest, stored.decode()) if stored else ""

    async def end(self, token: str) -> None:
        """End a session, if it lasts."""
        digest = digest_of(token)
        self._known.pop(digest, None)
        await self._redis.delete(keys.session(digest))
