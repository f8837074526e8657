"""The document stream: every revision of a document is published once, whoever tries how often.

The tree's word is not enough: a worker that died between counting a page and publishing it is told
*duplicate* when it tries again, and so is a feed's item whose page somebody has posted to ``/extract``. What
was published is therefore marked, by the script that publishes it, and the mark alone decides. See
docs/stream.md.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import xxhash

from service import keys
from service.document import Document, entry_fields
from service.scripts import load_script
from urltree.store.base import REVISION_CHARS
from urltree.url import parse_url

if TYPE_CHECKING:
    from collections.abc import Iterable

    from redis.asyncio import Redis

    from service.document import Reading
    from urltree.models import Retention

#: A mark must outlive the tree's memory of its key: the tree counts from the moment that a page is observed,
#: the mark from the moment that it is published, and the clocks of two machines differ.
_MARGIN_DOCUMENTS = 1_000
_MARGIN_SECONDS = 86_400.0

#: Marks dropped by one publication at most.
_MARKS_STEP = 8

_CONSTANTS = {"REVISION_CHARS": REVISION_CHARS, "MARKS_STEP": _MARKS_STEP}


class Outcome(StrEnum):
    """What became of a reading."""

    NEW = "new"
    REVISION = "revision"
    #: The key is published; the response URL is the same, or ...
    RESPONSE_URL = "response_url"
    #: ... the normal URL with its `_cid_` is, or ...
    CID = "cid"
    #: ... only the rules made the two the same (URL Tree, Figure 2).
    RULES = "rules"
    #: A revision to the tree, but its content has no more than `REVISION_CHARS` characters that are new.
    UNCHANGED = "unchanged"


class StreamRetention(NamedTuple):
    """How much of its past the stream keeps."""

    #: Documents at most ...
    documents: int = 100_000
    #: ... and none older than so many seconds.
    age: float = 14 * 86_400.0


class Publication(NamedTuple):
    """What `publish` did."""

    outcome: Outcome
    #: Position of the document that the readers have: the one just published, or that published before.
    position: str


class DocumentStream:
    """The stream in one Redis; raises `redis.RedisError` when that is away.

    `tree` is the retention of the tree, which the marks outlive.
    """

    def __init__(self, redis: Redis, tree: Retention, retention: StreamRetention | None = None) -> None:
        retention = retention or StreamRetention()
        self._redis = redis
        self._script = load_script(redis, "publish", constants=_CONSTANTS)
        self._retention = (
            tree.max_documents + _MARGIN_DOCUMENTS,
            round((tree.max_age + _MARGIN_SECONDS) * 1000),
            tree.min_documents + _MARGIN_DOCUMENTS,
            retention.documents,
            round(retention.age * 1000),
        )

    async def publish(self, reading: Reading) -> Publication:
        """Publish a reading, unless it is published. Doing it again changes nothing."""
        fields = entry_fields(reading)
        text, revision = fields.pop("text"), fields.pop("revision")
        normal = str(parse_url(reading.url).with_title(reading.title))
        key = xxhash.xxh3_64_digest(reading.url_key.encode())
        outcome, position = await self._script(
            [keys.DOCUMENTS, keys.published(reading.domain), keys.publishing(reading.domain)],
            [key, revision, _hash(reading.url), _hash(normal), text, *self._retention, *_flat(fields)],
        )
        return Publication(Outcome(outcome.decode()), position.decode())

    async def page(self, after: str, limit: int) -> list[Document]:
        """List the documents after a position, in order; ``0`` is before the first."""
        entries: Any = await self._redis.xrange(keys.DOCUMENTS, f"({after}", "+", limit)
        return [Document.of_entry(*entry) for entry in entries]

    async def wait(self, after: str, limit: int, seconds: float) -> list[Document]:
        """List the documents after a position as `page` does; wait for the first."""
        read: Any = await self._redis.xread(
            {keys.DOCUMENTS: after}, limit, block=max(1, round(seconds * 1000))
        )
        return [Document.of_entry(*entry) for entry in read[0][1]] if read else []

    async def get(self, position: str) -> Document | None:
        """Give the document at a position; None if there is none, or none any more."""
        entries: Any = await self._redis.xrange(keys.DOCUMENTS, position, position)
        return Document.of_entry(*entries[0]) if entries else None

    async def last(self) -> str:
        """Give the position of the last document; ``0-0`` before the first."""
        entries: Any = await self._redis.xrevrange(keys.DOCUMENTS, count=1)
        return entries[0][0].decode() if entries else "0-0"


def _flat(fields: dict[str, str]) -> Iterable[str]:
    return chain.from_iterable(fields.items())


def _hash(url: str) -> str:
    return xxhash.xxh32_hexdigest(url.encode())
