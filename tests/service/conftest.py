"""A service of our own, as a process, on a store of our own."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from processes import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from processes import Service
    from redis import Redis

#: Bytes that the service under test takes.
MAX_BODY = 200_000


@pytest.fixture(scope="session")
def service(valkey: Redis) -> Iterator[Service]:
    path = valkey.connection_pool.connection_kwargs["path"]
    with serving(redis_url=f"unix://{path}", workers=2, max_body=MAX_BODY) as running:
        yield running


@pytest.fixture
def client(service: Service, valkey: Redis) -> httpx.Client:
    """A client of the service, whose store is empty."""
    valkey.flushall()
    return service.client


@pytest.fixture
def data() -> Iterator[Path]:
    # Not pytest's tmp_path: the path of a Unix socket holds about 100 characters.
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        yield Path(folder)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
