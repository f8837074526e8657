"""Counter stores, chosen by URL.

Store (base) ─┬─ memory ─ domain ─ rare, slots, pathtable, fingerprints
              └─ redis ─ wire, lua (keys: their layout) ─ client ─► a server
                   └─ embedded_store ─ embedded: our own server ─ server, diskguard, everysec, forks,
                                                                  memorylimit

What both kinds do alike is in `answer`.
"""
# ruff: noqa: PLC0415 -- only its users wait for a store's libraries

from __future__ import annotations

from pathlib import Path

from urltree.arguments import expect
from urltree.errors import StoreUrlError
from urltree.homes import default_data_dir, expanded
from urltree.store.base import Store

__all__ = ["Store", "open_store"]


def open_store(url: str) -> Store:
    """Open ``memory://``, ``redis://``, ``rediss://``, ``unix://`` or ``embedded:FOLDER``.

    ``embedded:`` without a folder uses the user's data directory. Raises `StoreUrlError` for any other URL,
    `InputError` if the home folder is not known or `url` is not a str, `StoreError` if the store cannot be
    opened.
    """
    expect("url", url, str)
    scheme, colon, rest = url.partition(":")
    if colon and scheme == "embedded":
        from urltree.store.embedded_store import EmbeddedStore

        try:
            return EmbeddedStore(expanded(Path(rest)) if rest else default_data_dir())
        except ValueError as error:  # NUL, or what the locale cannot encode
            raise StoreUrlError(f"{url!r} names no folder: {error}; use another") from error
    if rest.startswith("//") and scheme == "memory":
        from urltree.store.memory import MemoryStore

        return MemoryStore()
    if rest.startswith("//") and scheme in {"redis", "rediss", "unix"}:
        from urltree.store.redis import RedisStore

        return RedisStore(url)
    raise StoreUrlError(
        f"unknown store scheme {scheme!r}; use memory://, redis://…, rediss://…, unix://… or embedded:FOLDER"
    )
