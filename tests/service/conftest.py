"""The service, as a process and in parts, on a store of its own."""

from __future__ import annotations

from contextlib import aclosing, closing
from typing import TYPE_CHECKING, Any

import pytest
from files import short_folder
from processes import serving
from receivers import Receiver, receiving
from valkeys import url_of, valkey_client
from workshop import Site

from service.feeds.reader import FeedReader
from service.fetching.poster import Poster
from service.fetching.values import FetchSettings
from service.pool.pool import Pool
from service.pool.reading import Reader
from service.pool.rulefolder import RuleFolder
from service.queue import WorkQueue
from service.settings.settings import Settings
from service.statistics.reporter import Reporter
from service.stream.live import Live
from service.stream.publish import Publisher
from service.stream.stream import DocumentStream
from service.stream.values import StreamRetention
from service.webhooks.deliverer import Deliverer
from service.webhooks.webhooks import Webhooks
from urltree.models import Retention
from urltree.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    import httpx
    from processes import Service
    from redis import Redis
    from redis.asyncio import Redis as AsyncRedis

    from urltree.store import Store

#: Largest body, in bytes, that the service under test accepts.
MAX_BODY = 200_000


@pytest.fixture(scope="session")
def served() -> Iterator[Redis]:
    """A client of the service's own server; do not share it: its workers take any item they find there."""
    with valkey_client() as client:
        yield client


@pytest.fixture(scope="session")
def served_url(served: Redis) -> str:
    return url_of(served)


@pytest.fixture(scope="session")
def service(served_url: str) -> Iterator[Service]:
    with serving(redis_url=served_url, workers=2, max_body=MAX_BODY) as running:
        yield running


@pytest.fixture
def client(service: Service, served: Redis) -> httpx.Client:
    """A client of the service, after its store was emptied."""
    served.flushall()
    return service.client


@pytest.fixture
def data() -> Iterator[Path]:
    with short_folder() as folder:
        yield folder


@pytest.fixture(scope="session")
async def pool(valkey: Redis) -> AsyncIterator[Pool]:
    url = url_of(valkey)
    settings = Settings(redis_url=url, workers=1, heuristic="strict")
    async with Pool(settings, url, RuleFolder(None)) as running:
        yield running


@pytest.fixture
def store(valkey_url: str) -> Iterator[Store]:
    with closing(open_store(valkey_url)) as opened:
        yield opened


@pytest.fixture(scope="session")
async def feed_reader() -> AsyncIterator[FeedReader]:
    async with aclosing(FeedReader()) as process:
        yield process


@pytest.fixture
async def parts(pool: Pool, redis: AsyncRedis) -> dict[str, Any]:
    """The parts of a worker; leases end at once, so every claim looks like a dead worker's."""
    return {
        "redis": redis,
        "queue": WorkQueue(redis, lease=0),
        "fetch": Site(),
        "reader": Reader(pool.answer, 2),
        "rules": RuleFolder(None),
        "publisher": Publisher(redis, Retention(), StreamRetention()),
        "failed": Reporter(redis).failed,
    }


@pytest.fixture
def queue(parts: dict[str, Any]) -> WorkQueue:
    return parts["queue"]


@pytest.fixture
def site(parts: dict[str, Any]) -> Site:
    return parts["fetch"]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as running:
        yield running


@pytest.fixture
def stream(redis: AsyncRedis) -> DocumentStream:
    return DocumentStream(redis)


@pytest.fixture
def publisher(redis: AsyncRedis) -> Publisher:
    return Publisher(redis, Retention(), StreamRetention())


@pytest.fixture
def webhooks(redis: AsyncRedis) -> Webhooks:
    return Webhooks(redis)


@pytest.fixture
async def poster() -> AsyncIterator[Poster]:
    async with aclosing(Poster(FetchSettings(allow_hosts=("127.0.0.1",)))) as running:
        yield running


@pytest.fixture
async def live(stream: DocumentStream) -> AsyncIterator[Live]:
    hub = Live(stream)
    async with hub.running():
        yield hub


@pytest.fixture
def deliverer(redis: AsyncRedis, live: Live, poster: Poster) -> Deliverer:
    return Deliverer(redis, live, poster)
