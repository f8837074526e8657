"""Where documents were seen: what `urltree rules learn` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.state import keys
from urltree.mining.sightings import PER_HOST, Sighting, is_informative
from urltree.url import parse_url

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.stream.document import Reading
    from urltree.rules import RuleSet

#: Seconds without a sighting after which a host is forgotten.
_AGE = 30 * 86_400


class Sightings:
    """The sightings in one Redis; raises `redis.RedisError` when Redis is unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def note(self, reading: Reading, rules: RuleSet) -> None:
        """Remember where a document was seen, published before or not, if its URL has what may identify it.

        Only parameters can show that, so sites that identify by paths cost nothing.
        """
        url = parse_url(reading.url)
        if is_informative(url, rules):
            await self.add(url.host + url.port, Sighting.of(reading.url, reading.title, reading.text))

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
