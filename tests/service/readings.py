"""Readings to be published, and documents."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from valkeys import in_redis

from service.schemas import EvidenceBody
from service.stream.document import Document, Reading
from service.stream.publish import Publisher
from service.stream.values import StreamRetention
from urltree.models import Retention

if TYPE_CHECKING:
    from redis.asyncio import Redis

OLD = "The bridge is open.\nIt took nine years."


def reading(
    url: str = "http://example.com/1", *, text: str = OLD, revision: int = 0, **more: object
) -> Reading:
    fields = {
        "url": url,
        "url_key": url,
        "domain": "example.com",
        "fetched": datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        "evidence": EvidenceBody(node="example.com", support=7, warm=True),
    }
    return Reading.model_validate(fields | {"text": text, "revision": revision} | more)


def document(**more: object) -> Document:
    """Return a document as it comes from the stream."""
    fields = {"id": "1-0", "status": "new"} | reading().model_dump()
    return Document.model_validate(fields | more)


def publish_at(url: str, *pages: Reading) -> list[str]:
    """Publish documents on a server; return their positions."""

    async def publish(redis: Redis) -> list[str]:
        publisher = Publisher(redis, Retention(), StreamRetention())
        return [(await publisher.publish(page)).position for page in pages]

    return in_redis(url, publish)
