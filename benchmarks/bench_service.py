"""Service: POST /extract on loopback, pages of 170 KB; latency is that at half the load that is asked for.

The service runs as a process with a private Valkey in a temporary directory. This process is the client: raw
sockets with keep-alive, so that it takes little of the cores that it shares with the service.
"""

from __future__ import annotations

import asyncio
import itertools
import statistics
import time
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from benchmarks.figure import Figure
from benchmarks.pages import SITES, generated_page
from benchmarks.service.system import service

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Requests a second that the service is to reach; latency is measured at half of it.
TARGET = 120

#: Connections that send as fast as they are answered, to find the throughput.
CONNECTIONS = 8

#: Pages made of each site; a page is sent many times, under a new URL each time.
PAGES = 40

#: Milliseconds that 99 of 100 requests may take.
P99 = 100

#: Seconds of a measurement, and how often the service is started.
SECONDS, RUNS = 10.0, 3


def requests() -> Iterator[bytes]:
    """Yield requests without end, each the first of its URL."""
    made = [(site, generated_page(site, number).html) for number in range(PAGES) for site in range(SITES)]
    for number, (site, html) in enumerate(itertools.cycle(made)):
        target = f"/extract?url=https://site{site}.example/news/{number % 7}/{number}"
        head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
        yield f"{head}Content-Length: {len(html)}\r\n\r\n".encode() + html


class Connection(NamedTuple):
    """A connection that is kept alive."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def post(self, request: bytes) -> None:
        """Send a request and read its answer, which must be a success."""
        self.writer.write(request)
        head = await self.reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise SystemExit(head.decode())
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await self.reader.readexactly(int(length.partition(b":")[2]))


async def throughput(connections: list[Connection], stream: Iterator[bytes], seconds: float) -> float:
    """Send as fast as answers come; return requests a second."""
    end = time.perf_counter() + seconds

    async def talk(connection: Connection) -> int:
        sent = 0
        while time.perf_counter() < end:
            await connection.post(next(stream))
            sent += 1
        return sent

    start = time.perf_counter()
    sent = sum(await asyncio.gather(*map(talk, connections)))
    return sent / (time.perf_counter() - start)


async def latencies(connections: list[Connection], stream: Iterator[bytes], seconds: float) -> list[float]:
    """Send at half the target whether answers come or not; return seconds from when each was due."""
    idle: asyncio.Queue[Connection] = asyncio.Queue()
    for connection in connections:
        idle.put_nowait(connection)
    took: list[float] = []

    async def send(due: float) -> None:
        connection = await idle.get()
        await connection.post(next(stream))
        took.append(time.perf_counter() - due)
        idle.put_nowait(connection)

    start = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for number in range(int(seconds * TARGET / 2)):
            due = start + number / (TARGET / 2)
            await asyncio.sleep(due - time.perf_counter())
            tasks.create_task(send(due))
    return took


class Measured(NamedTuple):
    """What one run found."""

    #: Requests a second.
    rate: float
    #: Milliseconds.
    p50: float
    p99: float


async def measure(url: str) -> Measured:
    """Measure one run of the service at this URL."""
    place = urlsplit(url)
    connections = [
        Connection(*await asyncio.open_connection(place.hostname, place.port)) for _ in range(CONNECTIONS)
    ]
    stream = requests()
    await throughput(connections, stream, 1)
    rate = await throughput(connections, stream, SECONDS)
    percentiles = statistics.quantiles(await latencies(connections, stream, SECONDS), n=100)
    return Measured(rate, 1_000 * percentiles[49], 1_000 * percentiles[98])


def figures(_: Path) -> Iterator[Figure]:
    """Start the service a few times; the best run of each figure counts, as others share the machine."""
    runs = []
    for _run in range(RUNS):
        with service() as running:
            runs.append(asyncio.run(measure(running.url)))
    yield Figure("requests a second", max(run.rate for run in runs), "/s", at_least=TARGET)
    yield Figure(f"p50 at {TARGET // 2}/s", min(run.p50 for run in runs), "ms")
    yield Figure(f"p99 at {TARGET // 2}/s", min(run.p99 for run in runs), "ms", at_most=P99)
