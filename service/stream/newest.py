"""The newest documents of a feed, label or domain.

Lists hold documents, not positions: the mark of a document says which revision was published last, so a
revision takes the place of its document wherever that is listed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.running.turns import Turns
from service.state import keys
from service.stream.document import Document
from service.stream.publish import NEWEST
from service.stream.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from redis.asyncio import Redis

#: Bytes of the texts of a list, or one larger document: they are in memory until the list was sent.
BYTES = 2**22

#: Feeds of such lists that are read and written at a time, as both take long.
TURNS = 4

#: Bytes of a hashed URL key; in each entry of a list its domain follows.
_KEY = 8


class Newest:
    """Reads what `service.stream.publish` lists; raises `redis.RedisError` when Redis is unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        #: For those whom many may ask for a list at once.
        self.turns = Turns(TURNS)

    async def of_feed(self, feed: str) -> list[Document]:
        """List the newest documents of a feed, latest first, as far as the stream keeps them."""
        return await self._read(keys.NEWEST_OF_FEED + feed, Wanted(feed=feed))

    async def of_label(self, label: str) -> list[Document]:
        """List the newest documents with a label, latest first, as far as the stream keeps them."""
        return await self._read(keys.NEWEST_OF_LABEL + label, Wanted(label=label))

    async def of_domain(self, domain: str) -> list[Document]:
        """List the newest documents of a domain, latest first, as far as the stream keeps them."""
        marked: Any = await self._redis.lrange(keys.PUBLISHING + domain, -NEWEST, -1)
        return await self._documents([each + domain.encode() for each in reversed(marked)])

    async def _read(self, key: str, wanted: Wanted) -> list[Document]:
        # A revision may have other labels than the version that was listed here, or another feed.
        listed: Any = await self._redis.zrange(key, 0, NEWEST - 1, desc=True)
        return list(filter(wanted.takes, await self._documents(listed)))

    async def _documents(self, listed: Sequence[bytes]) -> list[Document]:
        """Read each as it was last published, unless the stream no longer has it, as far as they fit."""
        documents, room = list[Document](), BYTES
        for position in await self._positions(listed):
            found: Any = await self._redis.xrange(keys.DOCUMENTS, position, position)
            for document in (Document.of_entry(*entry) for entry in found):
                room -= document.size
                if room < 0 and documents:
                    return documents
                documents.append(document)
        return documents

    async def _positions(self, listed: Sequence[bytes]) -> list[bytes]:
        """Find where each was last published; ``0-0``, where no document is, if that is no longer known."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for entry in listed:
                pipe.hget(keys.PUBLISHED + entry[_KEY:].decode(), entry[:_KEY])
            marks: list[bytes | None] = await pipe.execute()
        return [mark.split()[1] if mark else b"0-0" for mark in marks]
