"""The reading end of the stream: documents from any position on, in either direction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from service.running.turns import Turns
from service.state import keys
from service.state.scripts import load_script
from service.stream.document import Document
from urltree.errors import InputError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from redis.asyncio import Redis

#: A position, as Redis gives it, whole or only its time in milliseconds: in other units it has more digits.
POSITION = r"^[0-9]{1,14}(-[0-9]{1,19})?$"

#: Bytes that a reader is sent at once, or one larger document: they are in memory until it takes them.
CHUNK = 2**18

#: Documents read at once at most, unless a reader asks for more.
_PAGE = 100

#: Seconds to wait for new ones.
_WAIT = 5.0

#: Readers of pages whom Redis serves at a time, in turn: hundreds may come back from far behind at once.
TURNS = 4


def check_position(text: str) -> None:
    """Raise `InputError` if a text is no position."""
    if not re.fullmatch(POSITION, text):
        raise InputError(f"{text!r} is not the id of a document; use one such as 1767323045000-0")


class DocumentStream:
    """The stream in one Redis; raises `redis.RedisError` when Redis is unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._turns = Turns(TURNS)
        self._page = load_script(redis, "stream/page")
        self._has = load_script(redis, "stream/has")
        self._first = load_script(redis, "stream/first")
        self._lift = load_script(redis, "reached", "stream/lift")

    async def page(self, after: str, limit: int = _PAGE) -> list[Document]:
        """List documents after a position, in order, of `CHUNK` bytes or one; ``0`` is before the first."""
        return await self._read("XRANGE", f"({after}", "+", limit, CHUNK)

    async def pages(self, after: str) -> AsyncIterator[list[Document]]:
        """Yield the pages after a position; at the end, empty ones."""
        while True:
            async with self._turns.take():
                page = await self.page(after)
            after = page[-1].id if page else after
            yield page

    async def newest(self, limit: int, size: int) -> list[Document]:
        """List the newest documents, latest first, of `size` bytes or one."""
        return await self._read("XREVRANGE", "+", "-", limit, size)

    async def wait(self, after: str) -> list[Document]:
        """List documents after a position, in order, of any size; wait 5 seconds for the first."""
        read: Any = await self._redis.xread({keys.DOCUMENTS: after}, _PAGE, block=round(_WAIT * 1000))
        return [Document.of_entry(*entry) for entry in read[0][1]] if read else []

    async def get(self, position: str) -> Document | None:
        """Return the document at a position; None if there is none, or it is no longer kept."""
        whole = _whole(position)
        entries: Any = await self._redis.xrange(keys.DOCUMENTS, whole, whole)
        return Document.of_entry(*entries[0]) if entries else None

    async def has(self, position: str) -> bool:
        """Say whether there is a document at a position, without reading it."""
        return bool(await self._has([keys.DOCUMENTS], [_whole(position)]))

    async def deleted(self, after: str) -> tuple[set[str], str]:
        """Return the ids of the documents that were deleted after a place, and the place reached.

        The first place is ``0``. Whoever holds documents in memory asks for it, and lets these go.
        """
        entries: Any = await self._redis.xrange(keys.DELETED, f"({after}")
        return {fields[b"id"].decode() for _, fields in entries}, (
            entries[-1][0].decode() if entries else after
        )

    async def first(self) -> str | None:
        """Return the position of the first document that is left, without reading it."""
        first: Any = await self._first([keys.DOCUMENTS])
        return first.decode() if first else None

    async def last(self) -> str:
        """Return the position of the last document; ``0-0`` before the first."""
        entries: Any = await self._redis.xrevrange(keys.DOCUMENTS, count=1)
        return entries[0][0].decode() if entries else "0-0"

    async def lift(self, position: str) -> str | None:
        """Have documents come after a position; return the last position that there was, if it was lower."""
        last: Any = await self._lift([keys.DOCUMENTS], [position])
        return last.decode() if last else None

    async def _read(self, *args: str | int) -> list[Document]:
        entries = await self._page([keys.DOCUMENTS], args)
        return [
            Document.of_entry(entry, dict(zip(fields[::2], fields[1::2], strict=True)))
            for entry, fields in entries
        ]


def _whole(position: str) -> str:
    """Complete a position that is only a time: XRANGE would take it for all positions of that time."""
    return position if "-" in position else f"{position}-0"
