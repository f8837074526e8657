"""A replay and a service that reads it, as processes on this machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import httpx
import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

_ROOT = Path(__file__).parents[2]


class Process(NamedTuple):
    """A process of the service."""

    number: int
    name: str
    #: Resident memory, in MiB.
    memory: float
    #: CPU seconds so far.
    cpu: float


class Service:
    """A service on a data directory, which can be killed and started again."""

    def __init__(self, data: Path, **settings: object) -> None:
        rest = {name: value for name, value in os.environ.items() if not name.startswith("URLTREE_")}
        given = {"data": data, "host_rate": 1_000_000, **settings}
        self._environment = rest | {f"URLTREE_{name.upper()}": str(value) for name, value in given.items()}
        self.start()

    def start(self) -> None:
        """Start it, and wait until it serves."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "service", "--port", "0"],
            env=self._environment,
            cwd=_ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # it logs much when killed
            text=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().split()[2]
        self._client = httpx.Client(base_url=self.url, timeout=30, trust_env=False)

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send it a signal and wait until it has ended."""
        self._client.close()
        with self._process as process:
            process.send_signal(number)

    def kill(self, victim: str, random: Random) -> None:
        """Kill the service, its Valkey or a process that extracts; start again only the service."""
        if victim == "service":
            self.end(signal.SIGKILL)
            self.start()
            return
        while not (victims := [each.number for each in self.processes() if each.name == victim]):
            time.sleep(0.1)
        with suppress(ProcessLookupError):
            os.kill(random.choice(victims), signal.SIGKILL)

    def ask(self, method: str, path: str, **fields: Any) -> httpx.Response | None:
        """Send a request; None if it is not answered with success."""
        with suppress(httpx.TransportError):
            response = self._client.request(method, path, **fields)
            return response if response.is_success else None
        return None

    def subscribe(self, opml: bytes) -> list[str]:
        """Subscribe to feeds; return the ids of all that there are."""
        self.ask("POST", "/feeds/opml", content=opml)
        response = self.ask("GET", "/feeds")
        assert response is not None
        return [feed["id"] for feed in response.json()]

    def poll(self, feeds: list[str]) -> None:
        """Have feeds polled at once."""
        for feed in feeds:
            self.ask("POST", f"/feeds/{feed}/poll")

    def documents(self, after: str = "0") -> list[dict[str, Any]]:
        """Read all documents after a position, with their revisions."""
        found: list[dict[str, Any]] = []
        while response := self.ask("GET", "/documents", params={"after": after, "limit": 1_000}):
            page = [json.loads(line) for line in response.text.splitlines()]
            if not page:
                break
            found += page
            after = page[-1]["id"]
        return found

    def processes(self) -> list[Process]:
        """List the processes of the service."""
        running = psutil.Process(self._process.pid)
        return [found for each in (running, *running.children(recursive=True)) for found in _looked_at(each)]


class Replay:
    """A replay that runs."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = httpx.Client(base_url=url, timeout=60, trust_env=False)

    def opml(self) -> bytes:
        """Return the OPML of all feeds."""
        return self._client.get("/feeds.opml").content

    def pages(self) -> list[dict[str, Any]]:
        """Return what has become of each page that has appeared."""
        return [json.loads(line) for line in self._client.get("/pages").text.splitlines()]


@contextmanager
def replay(folder: Path, *options: object) -> Iterator[Replay]:
    """Replay a folder."""
    command = [sys.executable, "-m", "urltree", "replay", str(folder), "--port", "0", *map(str, options)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_ROOT) as process:
        assert process.stdout is not None
        try:
            yield Replay(process.stdout.readline().split()[2])
        finally:
            process.terminate()


@contextmanager
def service(**settings: object) -> Iterator[Service]:
    """Run a service on a data directory of its own."""
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        running = Service(Path(folder), **settings)
        try:
            yield running
        finally:
            running.end()


@contextmanager
def at_full_speed(folder: Path, **settings: object) -> Iterator[Service]:
    """Run a service to which all pages of a folder appear at once."""
    with replay(folder, "--rate", 1e6) as web, service(proxy=web.url, workers=2, **settings) as running:
        feeds = running.subscribe(web.opml())
        time.sleep(1)  # the feed that was polled first was still empty
        running.poll(feeds)
        yield running


def _looked_at(process: psutil.Process) -> Iterator[Process]:
    """Yield a process as it is now, unless it has ended."""
    with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
        arguments, memory, cpu = process.cmdline(), process.memory_info().rss, process.cpu_times()
        yield Process(process.pid, _name(arguments), memory / 2**20, cpu.user + cpu.system)


def _name(arguments: list[str]) -> str:
    program, line = "".join(arguments[:1]), " ".join(arguments)
    if "valkey-server" in program:  # the shell that watches it has it among its arguments
        return "valkey"
    if "spawn_main" in line:
        return "extractor"
    return "service" if "-m service" in line else "helper"
