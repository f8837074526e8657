"""API keys: their form, and their store in Redis, which keeps only hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from service.access.caller import Caller
from service.access.scopes import Scope
from service.state import keys

if TYPE_CHECKING:
    from collections.abc import Iterable

    from redis.asyncio import Redis

#: The fewest characters of a key that the operator makes up.
SHORTEST = 24

_ENTRY = re.compile(r"(?:(?P<scopes>[a-z+]+):)?(?:sha256:(?P<digest>[0-9a-f]{64})|(?P<key>[!-9;-~]+))")
_FORM = (
    "use KEY, SCOPE+SCOPE:KEY or SCOPE+SCOPE:sha256:HASH, separated by commas; "
    "a KEY has no colon, comma or space"
)


class ApiKey(BaseModel):
    """A key as it is stored."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    scopes: frozenset[Scope]
    #: SHA-256 in hexadecimal. A key is too random to be guessed, so a slow hash would protect it no better.
    digest: str
    #: None if the key comes from the settings.
    created: datetime | None = None

    def __str__(self) -> str:
        return f"{'+'.join(sorted(self.scopes))}:…"

    @property
    def caller(self) -> Caller:
        """The holder of the key."""
        return Caller(self.id, self.name, self.scopes)


class ApiKeys:
    """The keys in Redis. Raises `redis.RedisError` when Redis is away."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def add(self, name: str, scopes: Iterable[Scope]) -> tuple[ApiKey, str]:
        """Make a key; return it with its text, which cannot be recovered later."""
        text = f"urltree_{secrets.token_urlsafe(32)}"
        made = ApiKey(
            id=secrets.token_hex(4),
            name=name,
            scopes=frozenset(scopes),
            digest=digest_of(text),
            created=datetime.now(UTC),
        )
        await self._redis.hset(keys.ACCESS_KEYS, made.id, made.model_dump_json())
        return made, text

    async def all(self) -> list[ApiKey]:
        """List the keys, the oldest first."""
        stored: Any = await self._redis.hvals(keys.ACCESS_KEYS)
        return sorted(map(ApiKey.model_validate_json, stored), key=lambda key: (key.created, key.id))

    async def revoke(self, key_id: str) -> bool:
        """Delete a key, which ends its sessions; return whether there was one with that id."""
        return bool(await self._redis.hdel(keys.ACCESS_KEYS, key_id))


def digest_of(key: str) -> str:
    """Hash a key for storage: SHA-256 in hexadecimal."""
    return hashlib.sha256(key.encode()).hexdigest()


def parse_key(entry: str, number: int) -> ApiKey:
    """Read the n-th key of the settings. Raises `ValueError`, whose message does not quote the key."""
    found = _ENTRY.fullmatch(entry)
    if not found:
        raise ValueError(f"key {number} is not valid; {_FORM}")
    if found["key"] and len(found["key"]) < SHORTEST:
        raise ValueError(
            f"key {number} has fewer than {SHORTEST} characters (commas separate keys); "
            "make one with openssl rand -hex 32"
        )
    digest = found["digest"] or digest_of(found["key"])
    if digest in map(digest_of, ("", "\n")):  # as from a command whose variable was not set
        raise ValueError(f"key {number} is the hash of an empty text; was the variable with the key set?")
    scopes = _scopes(found["scopes"], number)
    return ApiKey(id=f"set-{digest[:8]}", name=f"key {number} of the settings", scopes=scopes, digest=digest)


def _scopes(names: str | None, number: int) -> frozenset[Scope]:
    if names is None:
        return frozenset(Scope)
    try:
        return frozenset(map(Scope, names.split("+")))
    except ValueError as error:
        raise ValueError(
            f"key {number}: unknown scope in {names}; use read, extract and admin, joined by +"
        ) from error
