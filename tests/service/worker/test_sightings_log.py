"""The log of which documents were seen at which URLs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import reading

from service.state import keys
from service.worker.sightings import Sightings
from urltree.mining.sightings import MAX_LENGTH, PER_HOST, Sighting
from urltree.rules import load_rules

if TYPE_CHECKING:
    from redis.asyncio import Redis

URL = "http://x.org/read?nr={}"


@pytest.fixture
def sightings(redis: Redis) -> Sightings:
    return Sightings(redis)


async def note(sightings: Sightings, url: str, item: str = "1") -> None:
    await sightings.note(reading(url, title=f"A {item}", text=f"B {item}"), load_rules())


def sighting(url: str, item: str = "1") -> Sighting:
    return Sighting.of(url, f"A {item}", f"B {item}")


async def test_pages_that_are_read_are_recorded_in_order(sightings: Sightings) -> None:
    for item in ("1", "2"):
        await note(sightings, URL.format(item), item)
    assert await sightings.all() == [sighting(URL.format(item), item) for item in ("1", "2")]


@pytest.mark.parametrize("url", ["http://x.org/bridge", "http://x.org/bridge?utm_source=rss"])
async def test_url_without_a_telling_parameter_is_not_recorded(sightings: Sightings, url: str) -> None:
    await note(sightings, url)
    assert await sightings.all() == []


async def test_each_port_of_a_host_is_recorded_by_itself(sightings: Sightings, redis: Redis) -> None:
    for port in (8001, 8002):
        await note(sightings, f"http://x.org:{port}/read?nr=1")
    assert await redis.exists(f"{keys.SIGHTINGS}x.org:8001", f"{keys.SIGHTINGS}x.org:8002") == 2


async def test_only_the_newest_sightings_of_each_host_are_kept(sightings: Sightings) -> None:
    seen = [sighting(URL.format(number)) for number in range(PER_HOST + 3)]
    for each in seen:
        await sightings.add("x.org", each)
    await sightings.add("y.org", seen[0])
    assert sorted(await sightings.all()) == sorted([seen[0], *seen[3:]])


async def test_sightings_of_a_host_expire_after_thirty_days(sightings: Sightings, redis: Redis) -> None:
    await sightings.add("x.org", sighting(URL.format(1)))
    assert 29 * 86_400 < await redis.ttl(keys.SIGHTINGS + "x.org") <= 30 * 86_400


async def test_sightings_of_a_host_take_bounded_memory(sightings: Sightings, redis: Redis) -> None:
    for number in range(PER_HOST):
        await sightings.add("x.org", sighting(URL.format(str(number).rjust(MAX_LENGTH - 14, "9"))))
    size = await redis.memory_usage(keys.SIGHTINGS + "x.org", samples=0)
    assert PER_HOST * MAX_LENGTH < size < 320_000
