"""How a command asks the Redis or Valkey that a service keeps everything in."""

from __future__ import annotations

import asyncio
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TypeVar

from redis import RedisError

from service.connection import open_redis
from urltree.errors import StoreError
from urltree.store.embedded import EmbeddedValkey, default_data_dir
from urltree.store.embedded_store import EmbeddedStore

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from redis.asyncio import Redis

_T = TypeVar("_T")


def ask(store: str | None, data: Path | None, question: Callable[[Redis], Awaitable[_T]]) -> _T:
    """Connect to `store`, else to the private Valkey in `data`, and answer a question.

    Raises `StoreError` if it does not answer.
    """

    async def connect(url: str) -> _T:
        async with open_redis(url) as redis:
            return await question(redis)

    try:
        with _address(store, data) as url:
            return asyncio.run(connect(url))
    except (RedisError, ValueError) as error:
        raise StoreError(f"the store does not answer: {error}") from error


@contextmanager
def _address(store: str | None, data: Path | None) -> Iterator[str]:
    if store:
        yield store
        return
    folder = data or default_data_dir()
    with closing(EmbeddedStore(folder)):
        yield EmbeddedValkey(folder).url
