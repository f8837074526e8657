"""A client of an empty server, and what reads feeds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis

from service.feeds.parsing import Parsing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def redis(valkey_url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(valkey_url) as client:
        yield client


@pytest.fixture(scope="session")
async def parsing() -> AsyncIterator[Parsing]:
    async with Parsing() as process:
        yield process
