"""The service as a process, and its child processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

import httpx
import psutil
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator


class Service(NamedTuple):
    process: subprocess.Popen[str]
    client: httpx.Client
    #: Its log, if that is kept. Not a pipe, which nobody would empty.
    log: IO[str] | None = None

    def complaints(self) -> str:
        """Wait until it ends, and return what it has logged."""
        self.process.wait(60)
        self.log.seek(0)
        return self.log.read()

    @property
    def family(self) -> list[int]:
        """Process numbers of the service and of all that it started."""
        return list(self._family())

    @property
    def valkey(self) -> int:
        """Process number of the private Valkey."""
        return next(pid for pid, command in self._family().items() if "valkey-server" in command)

    @property
    def workers(self) -> list[int]:
        """Process numbers of the processes that extract."""
        return [pid for pid, command in self._family().items() if "spawn_main" in command]

    def _family(self) -> dict[int, str]:
        family = {self.process.pid: ""}
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):
                family[child.pid] = " ".join(child.cmdline())
        return family


def connected(client: httpx.Client) -> socket.socket:
    """Connect to the service of a client."""
    return socket.create_connection((client.base_url.host, client.base_url.port), timeout=60)


def alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def gone(pid: int) -> bool:
    """Wait up to 30 seconds for a process to end, and say whether it did."""
    for _ in range(3_000):
        if not alive(pid):
            return True
        time.sleep(0.01)
    return False


def environment(**settings: object) -> dict[str, str]:
    """The environment of this process with only these settings of the service."""
    rest = {name: value for name, value in os.environ.items() if not name.startswith("URLTREE_")}
    return rest | {f"URLTREE_{name.upper()}": str(value) for name, value in settings.items()}


def announced_url(process: subprocess.Popen[str], log: IO[str] | None = None) -> str:
    """Return the URL that a process says it serves; fail with its log if it ends instead."""
    if line := process.stdout.readline():
        return line.split()[2]
    code = process.wait(60)
    if log:
        log.seek(0)
    pytest.fail(
        f"{' '.join(process.args)} ended with {code}: {log.read() if log else 'its log was not kept'}"
    )


@contextmanager
def serving(*, start_new_session: bool = False, **settings: object) -> Iterator[Service]:
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "service", "--port", "0"],
            env=environment(**settings),
            cwd=Path(__file__).parents[1],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=start_new_session,
        )
        try:
            url = announced_url(process, log)
            with httpx.Client(base_url=url, timeout=60, trust_env=False) as client:
                yield Service(process, client, log)
        finally:
            process.terminate()
            process.communicate(timeout=60)
