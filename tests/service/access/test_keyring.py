"""The keyring: lookup of keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.access import keyring
from service.access.apikeys import ApiKeys, digest_of, parse_key
from service.access.keyring import Keyring
from service.access.scopes import Scope

if TYPE_CHECKING:
    from redis.asyncio import Redis

KEY = "0123456789abcdefghijklmn"


async def test_key_in_redis_is_found(redis: Redis) -> None:
    made, text = await ApiKeys(redis).add("reader", [Scope.READ])
    assert await Keyring([], ApiKeys(redis)).find(text) == made


async def test_key_in_settings_is_found(redis: Redis) -> None:
    given = parse_key(KEY, 1)
    assert await Keyring([given], ApiKeys(redis)).find(KEY) == given


@pytest.mark.parametrize("text", ["", KEY[:-1], KEY + "o", "ключ"])
async def test_unknown_key_is_not_found(redis: Redis, text: str) -> None:
    assert await Keyring([parse_key(KEY, 1)], ApiKeys(redis)).find(text) is None


async def test_request_without_a_key_is_not_admitted_by_the_hash_of_nothing(redis: Redis) -> None:
    given = parse_key(KEY, 1).model_copy(update={"digest": digest_of("")})
    assert await Keyring([given], ApiKeys(redis)).find("") is None


async def test_unknown_keys_do_not_have_the_keys_read_each_time(redis: Redis) -> None:
    ring = Keyring([], ApiKeys(redis))
    await ring.all()
    before = (await redis.info("commandstats"))["cmdstat_hvals"]["calls"]
    for _ in range(10):
        await ring.find(KEY)
    assert (await redis.info("commandstats"))["cmdstat_hvals"]["calls"] == before


async def test_new_key_is_found_before_the_cache_is_stale(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH_IF_UNKNOWN", 0.0)
    ring = Keyring([], ApiKeys(redis))
    await ring.all()
    made, text = await ApiKeys(redis).add("reader", [Scope.READ])
    assert await ring.find(text) == made


async def test_missing_key_is_not_looked_for_in_redis(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "FRESH_IF_UNKNOWN", 0.0)
    ring = Keyring([], ApiKeys(redis))
    await ring.all()
    before = (await redis.info("commandstats"))["cmdstat_hvals"]["calls"]
    await ring.find("")
    assert (await redis.info("commandstats"))["cmdstat_hvals"]["calls"] == before


async def test_revoked_key_is_not_found_once_the_cache_is_stale(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyring, "FRESH", 0.0)
    stored = ApiKeys(redis)
    made, text = await stored.add("reader", [Scope.READ])
    ring = Keyring([], stored)
    assert await ring.find(text) == made
    await stored.revoke(made.id)
    assert await ring.find(text) is None


async def test_key_is_found_by_its_id(redis: Redis) -> None:
    made, _ = await ApiKeys(redis).add("reader", [Scope.READ])
    ring = Keyring([], ApiKeys(redis))
    assert [await ring.get(made.id), await ring.get("")] == [made, None]
