"""The connection to the Redis or Valkey that keeps everything."""

from __future__ import annotations

import asyncio
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from redis import ConnectionError as NotThereError
from redis import ReadOnlyError, RedisError
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from service.state import keys
from urltree.errors import InputError, StoreError
from urltree.store.client import DRIVER
from urltree.store.embedded import EmbeddedValkey
from urltree.store.embedded_store import EmbeddedStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Iterator
    from pathlib import Path

_T = TypeVar("_T")

#: Errors that are raised when the store is unavailable.
AWAY = (RedisError, StoreError)

#: Seconds to wait for an answer; longer than any command of ours blocks, and short enough for those who wait.
_TIMEOUT = 8.0

#: Seconds between two looks at whether the store still answers.
_LOOK = 2.0

#: Connections at most; whoever finds none idle waits for one. A worker has more items under way than that.
_CONNECTIONS = 64

#: Why a store with only part of a backup is refused, and what to do.
HALF_A_BACKUP = (
    "the store is being restored: wait until that is done, or if it broke off, restore again with --replace"
)


class _Connection(AbstractConnection):
    """Raises a `RedisError` also when the connection has been closed and uvloop refuses to send."""

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        try:
            await super().send_packed_command(command, check_health)
        except RuntimeError as error:  # asyncio's own loop takes what is sent, and then nothing is read
            raise NotThereError("the connection was closed") from error


def open_redis(url: str) -> Redis:
    """Connect to a ``redis://``, ``rediss://`` or ``unix://`` URL, when first used."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_CONNECTIONS,
        timeout=_TIMEOUT,
        socket_connect_timeout=5,
        socket_timeout=_TIMEOUT,
        # Nothing is tried again, which would take as long again: the pool replaces connections that died
        # while idle, and callers that can wait try again themselves.
        retry=Retry(NoBackoff(), 0),
        # After these its connection is closed: the server was made a replica, and another has its address.
        retry_on_error=[ReadOnlyError],
        # With RESP3 the pool of redis-py 8 does not look whether a connection has died.
        protocol=2,
        driver_info=DRIVER,
    )
    pool.connection_class = type("_Connection", (_Connection, pool.connection_class), {})
    return Redis.from_pool(pool)


async def refuse_half_a_backup(redis: Redis) -> None:
    """Raise `InputError` if the store holds only part of a backup."""
    if await redis.exists(keys.RESTORING):
        raise InputError(HALF_A_BACKUP)


async def while_it_answers(redis: Redis, work: Awaitable[_T]) -> _T:
    """Await work that may wait for the store for long; raise `RedisError` once the store does not answer."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            if not (await asyncio.wait([task], timeout=_LOOK))[0]:
                await redis.ping()
        return task.result()
    finally:
        task.cancel()


@contextmanager
def store_url(
    redis_url: str | None, data: Path, fsync: Literal["everysec", "always"] | None = None
) -> Iterator[str]:
    """Yield the URL of the store: `redis_url`, else that of the private one in `data`, whoever runs it.

    With `fsync` this process runs it. Raises `StoreBusyError` if another does.
    """
    if redis_url:
        yield redis_url
    elif fsync:
        with EmbeddedValkey(data, fsync=fsync) as valkey:
            yield valkey.url
    else:
        with closing(EmbeddedStore(data)) as store, store.kept() as url:
            yield url
