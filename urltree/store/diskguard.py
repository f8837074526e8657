"""Keeps the private Valkey from filling its disk, or what it may write of a file: it refuses writes before.

A server that cannot append to its file still answers the commands of that moment, and has what they wrote in
memory alone: a restart loses it. With ``appendfsync always`` it ends instead. A server that is short of
replicas refuses every write and goes on reading; ours has no replicas, so it does so whenever it wants one.
"""

from __future__ import annotations

import logging
import resource
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from redis import RedisError

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable
    from pathlib import Path

    from redis import Redis

_log = logging.getLogger(__name__)

#: Bytes that must be left; twice as many until writes are accepted again.
ROOM = 64 * 2**20

#: Seconds between two looks at the disk; in so many a server writes a few megabytes.
_SECOND = 1.0


def guard_disk(folder: Path, client: Callable[[], Redis], stopping: threading.Event) -> None:
    """Have the server of `folder` refuse writes while it has next to no room, until `stopping` is set."""
    refuses = False
    while True:
        with suppress(OSError, RedisError):  # tried again; the server may be away
            refuses = _check(folder, client, refuses=refuses)
        if stopping.wait(_SECOND):
            return


def _check(folder: Path, client: Callable[[], Redis], *, refuses: bool) -> bool:
    is_short = _room(folder) < (2 * ROOM if refuses else ROOM)
    if is_short or refuses:  # each time, for the server may have been started anew
        with client() as server:
            server.config_set("min-replicas-to-write", int(is_short))
    if is_short and not refuses:
        _log.error(
            "less than %d MiB are left on the disk of %s, or below the limit of file sizes (ulimit -f); "
            "writes are refused",
            ROOM / 2**20,
            folder,
        )
    if refuses and not is_short:
        _log.warning("there is room in %s again; writes are accepted", folder)
    return is_short


def _room(folder: Path) -> int:
    """Return the bytes left on the disk, or for the largest append-only file if those are fewer.

    The server has our limit of file sizes. Raises `OSError`.
    """
    free = shutil.disk_usage(folder).free
    limit, _ = resource.getrlimit(resource.RLIMIT_FSIZE)
    if limit == resource.RLIM_INFINITY:
        return free
    sizes = (path.stat().st_size for path in folder.rglob("*.aof"))
    return min(free, limit - max(sizes, default=0))
