"""Deletes a document, for operators: somebody may want it gone from everywhere that it can be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.state import keys
from service.state.scripts import load_script
from service.stream.kept import key_of
from service.stream.stream import DocumentStream

if TYPE_CHECKING:
    from redis.asyncio import Redis

#: Deletions that are told to services that do not ask for a while.
_MAX_DELETIONS = 10_000


async def delete_document(redis: Redis, position: str) -> bool:
    """Delete the document at a position; say whether there was one.

    It goes from the stream and from all lists, and within seconds from the memory of running services. Its
    kept page goes with it, or the second look might publish it anew. It counts as published still, so its
    page is not published again unless it becomes a revision. Raises `redis.RedisError` when Redis is
    unavailable.
    """
    found = await DocumentStream(redis).get(position)
    if found is None:
        return False
    delete = load_script(redis, "stream/kept", "stream/delete", MAX_DELETIONS=_MAX_DELETIONS)
    key = key_of(found.url_key)
    return bool(await delete([keys.DOCUMENTS, keys.KEPT, keys.DELETED], [found.id, found.domain, key]))
