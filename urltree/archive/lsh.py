"""The index of `similar`, from datasketch: in memory, or in a Redis if memory does not suffice."""

from __future__ import annotations

from contextlib import contextmanager
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from datasketch import MinHashLSH  # type: ignore[import-untyped]

from urltree.store.client import connect, store_errors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from redis import Redis

#: Start of all keys. Keys that begin with ``urltree:`` belong to a service and go into its backups.
PREFIX = b"urltree-archive:"

#: Keys that one command removes.
_AT_ONCE = 1_000


@contextmanager
def lsh_index(bands: int, rows: int, store: str | None) -> Iterator[Any]:
    """Yield an empty index of so many bands of so many rows, and remove it at the end.

    It is in the Redis or Valkey that a ``redis://``, ``rediss://`` or ``unix://`` URL names, or in memory if
    `store` is None. Its keys are bytes. Raises `StoreError` if the server does not answer, or refuses.
    """
    if store is None:
        yield _index(bands, rows, {"type": "dict"})
        return
    with _server(store) as client:
        index = _index(bands, rows, _in_redis(client))
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


def _index(bands: int, rows: int, storage: dict[str, Any]) -> Any:
    # datasketch pickles keys in Redis by default; then whoever can write to that Redis could run code here.
    return MinHashLSH(num_perm=bands * rows, params=(bands, rows), storage_config=storage, prepickle=False)


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
