"""A work queue with room for five items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.queue import WorkQueue

if TYPE_CHECKING:
    from redis.asyncio import Redis


@pytest.fixture
def queue(redis: Redis) -> WorkQueue:
    return WorkQueue(redis, size=5)
