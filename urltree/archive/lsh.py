"""The index of `similar`, from datasketch: in memory, or in a Redis if memory does not suffice."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from math import prod
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from datasketch import MinHashLSH  # type: ignore[import-untyped]

from urltree.store.client import connect, store_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis

#: Number of values in a signature.
PERMUTATIONS = 128

#: Start of all keys. Keys that begin with ``urltree:`` belong to a service and go into its backups.
PREFIX = b"urltree-archive:"

#: Keys that one command removes.
_AT_ONCE = 1_000


@contextmanager
def lsh_index(threshold: float, store: str | None) -> Iterator[Any]:
    """Yield an empty index and remove it at the end; its bands have one row more than those of signatures.

    The additional row holds the part of a bucket (see `SimilarPages`). The index is in the Redis or Valkey
    that a ``redis://``, ``rediss://`` or ``unix://`` URL names, or in memory if `store` is None. Its keys are
    bytes. Raises `StoreError` if the server does not answer, or refuses.
    """
    if store is None:
        yield _index(threshold, {"type": "dict"})
        return
    with _server(store) as client:
        index = _index(threshold, _in_redis(client))
        try:
            yield index
        finally:
            _clear(index)


def check_store(store: str) -> None:
    """Raise `StoreUrlError` for an invalid URL, `StoreError` for a server that does not answer."""
    with _server(store) as client:
        client.ping()


@contextmanager
def _server(store: str) -> Iterator[Redis]:
    with connect(store) as client, store_errors(store):
        yield client


def _index(threshold: float, storage: dict[str, Any]) -> Any:
    bands, rows = _bands(threshold)
    params = bands, rows + 1
    # datasketch pickles keys in Redis by default; then whoever can write to that Redis could run code here.
    return MinHashLSH(num_perm=prod(params), params=params, storage_config=storage, prepickle=False)


@cache
def _bands(threshold: float) -> tuple[int, int]:
    """Return the numbers of bands and rows; cached: finding them takes longer than judging a small site."""
    best = MinHashLSH(threshold, PERMUTATIONS)
    return best.b, best.r


def _in_redis(client: Redis) -> dict[str, Any]:
    return {
        "type": "redis",
        "basename": PREFIX + token_hex(8).encode(),
        "redis": {"connection_pool": client.connection_pool},
        "redis_buffer": {"transaction": False},
    }


def _clear(index: Any) -> None:
    """Remove all keys; each table has a hash that lists the table's keys."""
    for table in (index.keys, *index.hashtables):
        keys = list(table.keys())
        for start in range(0, len(keys), _AT_ONCE):
            table.remove(*keys[start : start + _AT_ONCE])
