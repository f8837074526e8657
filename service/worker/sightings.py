"""Where documents were seen: what `urltree rules learn` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.state import keys
from urltree.mining.sightings import PER_HOST, Sighting, is_informative
from urltree.url import parse_url

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.fetching.values import Fetched
    from service.pool.reading import Reader
    from service.pool.rulefolder import RuleFolder
    from service.queue import Item
    from service.stream.document import Reading

#: Seconds without a sighting after which a host is forgotten.
_AGE = 30 * 86_400


class Sightings:
    """The sightings in one Redis; raises `redis.RedisError` when Redis is unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def add(self, host: str, sighting: Sighting) -> None:
        """Remember a sighting; the host's oldest goes if there are too many. Repeats do not change rules."""
        key = keys.SIGHTINGS + host
        async with self._redis.pipeline() as pipe:
            pipe.lpush(key, str(sighting))
            pipe.ltrim(key, 0, PER_HOST - 1)
            pipe.expire(key, _AGE)
            await pipe.execute()

    async def all(self) -> list[Sighting]:
        """Read the sightings of all hosts, those of each in the order of time."""
        found: list[Sighting] = []
        async for key in self._redis.scan_iter(keys.SIGHTINGS + "*", count=1_000):
            lines: Any = await self._redis.lrange(key, 0, -1)
            found += [Sighting.parse(line.decode()) for line in reversed(lines)]
        return found


class WatchedReader:
    """A reader whose sightings are remembered, also those of documents that are published already.

    Only URLs with parameters that may identify are remembered, so sites that identify by paths cost nothing.
    """

    def __init__(self, reader: Reader, sightings: Sightings, rules: RuleFolder) -> None:
        self._reader = reader
        self._sightings = sightings
        self._rules = rules

    async def read(self, item: Item, page: Fetched) -> Reading:
        """Read the page of an item as the reader does."""
        reading = await self._reader.read(item, page)
        url = parse_url(reading.url)
        if is_informative(url, self._rules.current()):
            sighting = Sighting.of(reading.url, reading.title, reading.text)
            await self._sightings.add(url.host + url.port, sighting)
        return reading
