"""Processes forked from the owner of a private Valkey, or from its guest, that live longer than it."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import psutil
import pytest
from processes import gone

from urltree.errors import StoreBusyError
from urltree.store.embedded import EmbeddedValkey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Prints the number of a fork that waits to be killed; stays until its input ends, and then leaves.
FORKER = """
import os, signal, sys
from pathlib import Path
from urltree.store.embedded import EmbeddedValkey
with EmbeddedValkey(Path(sys.argv[1])){how}:
    if not os.fork():
        print(os.getpid(), flush=True)
        signal.pause()
    sys.stdin.read()
"""
OWNER = FORKER.format(how="")
GUEST = FORKER.format(how=".guest()")

#: Kills itself; its fork asks the store once the server has ended.
HEIR = """
import os, signal, sys, time
from contextlib import suppress
from pathlib import Path
from redis import Redis, RedisError
from urltree.store import open_store
from urltree.store.embedded import EmbeddedValkey
store = open_store(f"embedded:{sys.argv[1]}")
if os.fork():
    os.kill(os.getpid(), signal.SIGKILL)
with Redis.from_url(EmbeddedValkey(Path(sys.argv[1])).url) as client, suppress(RedisError):
    while client.ping():
        time.sleep(0.01)
print(store.nodes("example.com"))
store.close()
"""


@contextmanager
def forker(script: str, data: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Start a process; yield it and the number of its fork, which is killed in the end."""
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(data)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        fork = int(process.stdout.readline())
        try:
            yield process, fork
        finally:
            os.kill(fork, signal.SIGKILL)
            process.kill()


def leave(process: subprocess.Popen[str]) -> None:
    """Have a process leave, and wait until it has."""
    process.stdin.close()
    process.wait()


def test_a_folder_that_its_owner_has_left_is_free_while_a_fork_of_it_lives(tmp_path: Path) -> None:
    with forker(OWNER, tmp_path) as (process, _):
        leave(process)
        with EmbeddedValkey(tmp_path) as valkey:
            assert valkey.is_owner


def test_the_server_ends_with_its_owner_while_a_fork_of_it_lives(tmp_path: Path) -> None:
    with forker(OWNER, tmp_path) as (process, fork):
        (server,) = (each for each in psutil.Process(process.pid).children() if each.pid != fork)
        process.kill()
        assert gone(server.pid)


def test_the_end_of_a_fork_releases_nothing(tmp_path: Path) -> None:
    with forker(OWNER, tmp_path) as (process, fork):
        os.kill(fork, signal.SIGTERM)
        assert gone(fork)
        with pytest.raises(StoreBusyError, match=f"in use by process {process.pid};"):
            EmbeddedValkey(tmp_path).start()


def test_a_guest_that_has_left_is_not_waited_for_while_a_fork_of_it_lives(tmp_path: Path) -> None:
    with EmbeddedValkey(tmp_path), forker(GUEST, tmp_path) as (process, _):
        leave(process)
        with (tmp_path / "valkey" / "guests.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_fork_runs_the_server_once_its_owner_is_gone(tmp_path: Path) -> None:
    heir = subprocess.run(
        [sys.executable, "-c", HEIR, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        timeout=60,
    )
    assert heir.stdout == "[]\n"
