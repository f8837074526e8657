"""Counter stores, chosen by URL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.errors import StoreError
from urltree.store.base import Store as Store

if TYPE_CHECKING:
    from urltree.store.base import Store


def open_store(url: str) -> Store:
    """Open ``memory://``, ``redis://``, ``rediss://`` or ``unix://``. Raises `StoreError` for other schemes."""
    scheme, colon, _ = url.partition("://")
    if colon and scheme == "memory":
        from urltree.store.memory import MemoryStore

        return MemoryStore()
    if colon and scheme in {"redis", "rediss", "unix"}:
        from urltree.store.redis import RedisStore

        return RedisStore(url)
    raise StoreError(f"no store for {url!r}: give memory://, redis://…, rediss://… or unix://…")
