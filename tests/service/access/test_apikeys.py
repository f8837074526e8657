"""API keys, in Redis and in settings."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from service.access.apikeys import ApiKeys, digest_of, parse_key
from service.access.scopes import Scope
from service.state import keys

if TYPE_CHECKING:
    from redis.asyncio import Redis

KEY = "0123456789abcdefghijklmn"


async def test_key_is_stored_only_as_its_hash(redis: Redis) -> None:
    made, text = await ApiKeys(redis).add("reader", [Scope.READ])
    stored = b"".join(await redis.hvals(keys.ACCESS_KEYS))
    assert (digest_of(text).encode() in stored, text.encode() in stored) == (True, False)
    assert made.digest == digest_of(text)


async def test_keys_are_listed_oldest_first(redis: Redis) -> None:
    stored = ApiKeys(redis)
    made = [(await stored.add(name, [Scope.READ]))[0] for name in "abc"]
    assert await stored.all() == made


def test_key_without_scopes_has_all() -> None:
    assert parse_key(KEY, 1).scopes == set(Scope)


def test_scopes_precede_the_key() -> None:
    assert parse_key(f"read+extract:{KEY}", 1).scopes == {Scope.READ, Scope.EXTRACT}


def test_key_can_be_given_as_its_hash() -> None:
    digest = hashlib.sha256(KEY.encode()).hexdigest()
    assert parse_key(f"read:sha256:{digest}", 1) == parse_key(f"read:{KEY}", 1)


def test_key_is_not_in_its_representation() -> None:
    assert KEY not in repr(parse_key(KEY, 1))


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("secret", r"key 3 has fewer than 24 characters \(commas separate keys\)"),
        (f"reed:{KEY}", "key 3: unknown scope in reed"),
        (f"read:write:{KEY}", "key 3 is not valid; use KEY, "),
        ("", "key 3 is not valid; use KEY, "),
        (f"Se:{KEY}", "key 3 is not valid; .* a KEY has no colon, comma or space"),
        (f"s {KEY}", "key 3 is not valid; .* a KEY has no colon, comma or space"),
        (f"sha256:{digest_of('')}", "key 3 is the hash of an empty text"),
        (f"sha256:{digest_of(chr(10))}", "key 3 is the hash of an empty text"),
    ],
)
def test_invalid_key_is_refused_without_revealing_it(entry: str, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        parse_key(entry, 3)
    assert not entry or entry not in str(caught.value)
