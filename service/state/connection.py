"""The connection to the Redis or Valkey that keeps everything."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from urltree.store.embedded_store import EmbeddedStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Seconds to wait for an answer; longer than any command here waits for news.
_TIMEOUT = 30.0

#: Connections at most; whoever finds none idle waits for one. A worker has more items in hand than these.
_CONNECTIONS = 64


def open_redis(url: str) -> Redis:
    """Connect to a ``redis://``, ``rediss://`` or ``unix://`` URL, when first used."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_TIMEOUT,
        socket_connect_timeout=5,
        socket_timeout=_TIMEOUT,
        # One more try is for connections that died while nobody used them; who can wait waits elsewhere.
        retry=Retry(NoBackoff(), 1),
    )
    return Redis.from_pool(pool)


@contextmanager
def store_url(redis_url: str | None, data: Path) -> Iterator[str]:
    """Give the URL of the store: of the private one in a folder, whoever runs it, where none is named."""
    if redis_url:
        yield redis_url
        return
    with closing(EmbeddedStore(data)) as store:
        yield store.url
