"""The store that ``--store`` and ``--data`` choose."""

from pathlib import Path

import typer

from urltree.errors import StoreError
from urltree.homes import default_data_dir
from urltree.store.server import server_binary


def store_to_learn(store: str | None, data: Path | None) -> str:
    """Return the URL of the store; if there is no server for the private store, that of one in memory."""
    return _private(data) if store is None else store


def store_to_read(store: str | None, data: Path | None) -> str:
    """Return the URL of the store; if there is no data folder or server, an empty one in memory."""
    if store is not None:
        return store
    return _private(data) if (data or default_data_dir()).exists() else "memory://"


def _private(data: Path | None) -> str:
    try:
        server_binary()
    except StoreError as error:
        typer.echo(f"urltree: nothing is kept: {error}", err=True)
        return "memory://"
    return f"embedded:{data or ''}"
