"""Forgetting a site: its pages come as if they were its first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from readings import reading
from valkeys import full
from workshop import published, work_on

from service.queue import Item
from service.state import keys
from service.stream.forget import forget_site
from service.worker.sightings import Sightings
from urltree.errors import StoreError
from urltree.mining.sightings import Sighting

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.publish import Publisher
    from urltree.store import Store

SITE = "example.com"
URL = f"http://{SITE}/1"


async def read(parts: dict[str, Any], url: str = URL) -> None:
    parts["fetch"].pages[url] = f"<title>{url}</title><p>Of the bridge at {url} this page tells.".encode()
    await work_on(parts, Item(id=url, url=url, feed="f"))


async def test_forgotten_site_is_unknown(parts: dict[str, Any], redis: Redis, store: Store) -> None:
    await read(parts)
    assert await forget_site(redis, store, SITE)
    assert not store.nodes(SITE)
    assert not await forget_site(redis, store, SITE)


async def test_document_of_a_forgotten_site_is_published_anew(
    parts: dict[str, Any], redis: Redis, store: Store
) -> None:
    await read(parts)
    await forget_site(redis, store, SITE)
    await read(parts)
    documents = await published(parts)
    assert [(each.url, each.status, each.revision) for each in documents] == [(URL, "new", 0)] * 2


async def test_forgotten_site_is_as_cold_as_at_first(
    parts: dict[str, Any], redis: Redis, store: Store
) -> None:
    await read(parts)
    await forget_site(redis, store, SITE)
    assert not await redis.exists(keys.PUBLISHING + SITE)


async def test_site_that_has_published_but_is_not_in_the_tree_can_be_forgotten(
    publisher: Publisher, redis: Redis, store: Store
) -> None:
    await publisher.publish(reading())
    assert await forget_site(redis, store, SITE)


async def test_other_sites_are_not_forgotten(parts: dict[str, Any], redis: Redis, store: Store) -> None:
    other = "http://example.org/1"
    await read(parts)
    await read(parts, other)
    await forget_site(redis, store, SITE)
    await read(parts, other)
    assert [each.url for each in await published(parts)] == [URL, other]
    assert [node.support for node in store.nodes("example.org")] == [1]


async def test_kept_pages_of_a_forgotten_site_are_removed_and_no_longer_counted(
    parts: dict[str, Any], redis: Redis, store: Store
) -> None:
    await read(parts)
    await forget_site(redis, store, SITE)
    assert not await redis.exists(keys.KEPT, keys.KEPT_PAGES + SITE)
    assert await redis.hgetall(f"{keys.KEPT}:sizes") == {b"": b"0"}


async def test_sightings_of_a_forgotten_site_are_removed(redis: Redis, store: Store) -> None:
    hosts = SITE, f"www.{SITE}:8080", f"not{SITE}", f"{SITE}.org"
    for host in hosts:
        await Sightings(redis).add(host, Sighting.of(f"http://{host}/read?nr=1", "A", "B"))
    assert await forget_site(redis, store, SITE)
    left = await redis.keys()
    assert sorted(left) == sorted(f"{keys.SIGHTINGS}{host}".encode() for host in hosts[2:])


async def test_site_can_be_forgotten_while_the_store_is_full(
    parts: dict[str, Any], redis: Redis, store: Store
) -> None:
    await read(parts)
    async with full(redis):
        assert await forget_site(redis, store, SITE)
    assert not await redis.exists(keys.PUBLISHED + SITE, keys.KEPT, keys.KEPT_PAGES + SITE)


async def test_asking_for_an_unknown_site_writes_nothing(redis: Redis, store: Store) -> None:
    assert not await forget_site(redis, store, SITE)
    assert not await redis.keys()


async def test_if_forgetting_breaks_off_half_way_pages_are_published_anew(
    publisher: Publisher, redis: Redis, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(domain: str) -> None:
        raise StoreError(domain)

    await publisher.publish(reading(revision=3))
    monkeypatch.setattr(store, "forget", fail)
    with pytest.raises(StoreError):
        await forget_site(redis, store, SITE)
    assert (await publisher.publish(reading(revision=3))).outcome == "new"
