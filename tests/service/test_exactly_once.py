"""Every page arrives on the stream exactly once, while workers and Valkey are killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
from http_servers import serving_http
from processes import environment
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff
from valkeys import PATIENCE
from workshop import until_published

from service.queue import Item, WorkQueue
from service.state import keys
from service.stream.stream import DocumentStream
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.stream.document import Document

#: Pages of the site, and documents between two kills.
PAGES, STEP = 120, 15

#: Whom to kill, in turn.
VICTIMS = ("worker", "valkey", "worker", "valkey", "worker", "valkey")


class Pages(BaseHTTPRequestHandler):
    """A site whose pages take a while, so that kills hit fetches in progress."""

    def do_GET(self) -> None:
        time.sleep(Random(self.path).uniform(0, 0.1))
        body = f"<title>Page {self.path}</title><p>This is page {self.path}, and no other.".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Site(NamedTuple):
    port: int

    def url(self, number: int) -> str:
        return f"http://127.0.0.1:{self.port}/news/{number}"


@pytest.fixture
def site() -> Iterator[Site]:
    with serving_http(Pages) as port:
        yield Site(port)


def start_worker(url: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "urltree", "worker", "--redis-url", url, "--workers", "1"],
        env=environment(
            lease=3, allow_hosts="127.0.0.1", host_rate=1_000, robots="false", heuristic="strict"
        ),
        cwd=Path(__file__).parents[2],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def two_workers(url: str) -> Iterator[list[subprocess.Popen[bytes]]]:
    workers = [start_worker(url) for _ in range(2)]
    try:
        yield workers
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.wait(60)


def kill(victim: str, data: Path, workers: list[subprocess.Popen[bytes]], url: str) -> None:
    if victim == "valkey":
        os.kill(int((data / "valkey" / "valkey.pid").read_text()), signal.SIGKILL)
        return
    killed = workers.pop(0)
    killed.kill()
    killed.wait()
    workers.append(start_worker(url))


async def all_documents(stream: DocumentStream) -> list[Document]:
    published: list[Document] = []
    while page := await stream.page(published[-1].id if published else "0", 100):
        published += page
    return published


async def until_done(queue: WorkQueue) -> None:
    while await queue.waiting():  # noqa: ASYNC110 -- nothing to await
        await asyncio.sleep(0.1)


async def test_every_page_is_published_exactly_once_while_workers_and_valkey_are_killed(
    data: Path, site: Site
) -> None:
    with EmbeddedValkey(data) as valkey:
        patient = Retry(ConstantBackoff(0.1), 200)
        async with (
            asyncio.timeout(300),
            Redis.from_url(valkey.url, retry=patient, socket_timeout=PATIENCE) as redis,
        ):
            queue, stream = WorkQueue(redis), DocumentStream(redis)
            await queue.put([Item(id=str(number), url=site.url(number)) for number in range(PAGES)])
            with two_workers(valkey.url) as workers:
                for count, victim in enumerate(VICTIMS, 1):
                    await until_published(stream, count * STEP)
                    kill(victim, data, workers, valkey.url)
                await until_done(queue)
            published = await all_documents(stream)
            new = [document.url for document in published if document.status == "new"]
            assert sorted(new) == sorted(map(site.url, range(PAGES)))
            # The first page had nothing to be compared with: the second look recognises its template.
            again = [document.url for document in published if document.reason == "warmed"]
            assert len(again) == len(set(again)) == len(published) - len(new)
            assert await queue.parked() == []


async def test_worker_survives_an_unreadable_item(data: Path, site: Site) -> None:
    with EmbeddedValkey(data) as valkey:
        async with asyncio.timeout(60), Redis.from_url(valkey.url, socket_timeout=PATIENCE) as redis:
            await redis.hset(keys.WORK_ITEMS, "unreadable", "no JSON")
            await redis.xadd(keys.WORK, {"id": "unreadable"})
            await redis.xgroup_create(keys.WORK, keys.WORK_GROUP, "0")
            await WorkQueue(redis).put([Item(id="1", url=site.url(1))])
            worker = start_worker(valkey.url)
            try:
                await until_published(DocumentStream(redis), 1)
                assert not await redis.hexists(keys.WORK_ITEMS, "unreadable")
            finally:
                worker.terminate()
                worker.wait(60)
