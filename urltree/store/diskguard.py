"""Keeps the private Valkey from filling its disk: before that, it is told to refuse writes.

A server that cannot append to its file still answers the commands of that moment, and has what they wrote in
memory alone: a restart loses it. With ``appendfsync always`` it ends instead. A server that is short of
replicas refuses every write and goes on reading; ours has no replicas, so it does so whenever it wants one.
"""

from __future__ import annotations

import logging
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

#: Bytes that the disk must have left; twice as many until writes are accepted again.
ROOM = 64 * 2**20

#: Seconds between two looks at the disk; in so many a server writes a few megabytes.
_SECOND = 1.0


def guard_disk(folder: Path, client: Callable[[], Redis], stopping: threading.Event) -> None:
    """Have the server of `folder` refuse writes while its disk is nearly full, until `stopping` is set."""
    refuses = False
    while True:
        with suppress(OSError, RedisError):  # tried again; the server may be away
            refuses = _check(folder, client, refuses=refuses)
        if stopping.wait(_SECOND):
            return


def _check(folder: Path, client: Callable[[], Redis], *, refuses: bool) -> bool:
    is_short = shutil.disk_usage(folder).free < (2 * ROOM if refuses else ROOM)
    if is_short or refuses:  # each time, for the server may have been started anew
        with client() as server:
            server.config_set("min-replicas-to-write", int(is_short))
    if is_short and not refuses:
        _log.error("the disk of %s has less than %d MiB left; writes are refused", folder, ROOM / 2**20)
    if refuses and not is_short:
        _log.warning("the disk of %s has room again; writes are accepted", folder)
    return is_short
