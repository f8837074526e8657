"""The second look: the first pages of a domain are judged again, once, when the domain is warm.

    publish ─► kept ─ domain is warm ─► work queue ─► read ─► publish, if the text differs
               └─ one script publishes a document and keeps its page; one publishes again and drops the page

The first documents of a domain are judged on thin evidence; see docs/stream.md.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from cachetools import TTLCache

from service.pool.reading import UnreadableError
from service.state import keys
from service.state.scripts import load_script
from service.stream.kept import FIRST, WARM, key_of, pack, unpack
from service.stream.publish import SecondOutcome

if TYPE_CHECKING:
    from redis.asyncio import Redis

    from service.fetching.values import Fetched
    from service.pool.reading import Reader
    from service.queue import Item, KeptPage
    from service.stream.document import Reading
    from service.stream.publish import Publisher

#: Warm domains that a worker remembers, and for how many seconds: operators may have it forget a site.
_MAX_DOMAINS, _MAX_SECONDS = 20_000, 3_600


class SecondLook:
    """Keeps pages, and judges them again; raises `redis.RedisError` when Redis is away."""

    def __init__(self, redis: Redis, reader: Reader, publisher: Publisher) -> None:
        self._redis = redis
        self._reader = reader
        self._publisher = publisher
        self._unkeep = load_script(redis, "stream/kept", "stream/unkeep")
        #: Domains known to be warm, so that Redis need not be asked for each page.
        self._warm: TTLCache[str, bool] = TTLCache(_MAX_DOMAINS, _MAX_SECONDS)

    async def pack(self, item: Item, page: Fetched, reading: Reading) -> bytes:
        """Pack a page that is to be kept when its document is published; empty if it is not to be kept."""
        if reading.domain in self._warm:
            return b""
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.llen(keys.PUBLISHING + reading.domain)
            pipe.hexists(keys.KEPT_PAGES + reading.domain, key_of(reading.url_key))
            number, is_kept = await pipe.execute()
        if number >= WARM:
            self._warm[reading.domain] = True
        if number >= FIRST and not is_kept:
            return b""
        # In a thread: a large page takes milliseconds, during which all others would wait.
        return await asyncio.to_thread(pack, item, page, reading)

    async def judge(self, item: Item, kept: KeptPage) -> SecondOutcome:
        """Judge a kept page again, publish its text if that differs, and drop the page.

        Raises `UnreadableError` and `StoreError` as `Reader.read` does; it stays if another try may help.
        """
        packed: Any = await self._redis.hget(keys.KEPT_PAGES + kept.domain, bytes.fromhex(kept.key))
        if packed is None:
            return SecondOutcome.OVERTAKEN
        page = await asyncio.to_thread(unpack, item, kept, packed)
        try:
            reading = await self._reader.read(item, page, observe=False)
        except UnreadableError as error:
            if error.is_final:
                await self._drop(kept)
            raise
        if (reading.domain, key_of(reading.url_key).hex()) == (kept.domain, kept.key):
            return await self._publisher.publish_again(reading)
        await self._drop(kept)
        return SecondOutcome.OVERTAKEN

    async def _drop(self, kept: KeptPage) -> None:
        names = [keys.KEPT_PAGES + kept.domain, keys.KEPT]
        await self._unkeep(names, (kept.domain, bytes.fromhex(kept.key)))
