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

#: Seconds to wait for an answer; longer than any command of ours blocks.
_TIMEOUT = 30.0

#: Connections at most; whoever finds none idle waits for one. A worker has more items under way than that.
_CONNECTIONS = 64


def open_redis(url: str) -> Redis:
    """Connect to a ``redis://``, ``rediss://`` or ``unix://`` URL, when first used."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_TIMEOUT,
        socket_connect_timeout=5,
        socket_timeout=_TIMEOUT,
        # One more try, for connections that died while idle; callers that can wait try again themselves.
        retry=Retry(NoBackoff(), 1),
    )
    return Redis.from_pool(pool)


@contextmanager
def store_url(redis_url: str | None, data: Path) -> Iterator[str]:
    """Yield the URL of the store: `redis_url`, else that of the private one in `data`, whoever runs it."""
    if redis_url:
        yield redis_url
        return
    with closing(EmbeddedStore(data)) as store:
        yield store.url
