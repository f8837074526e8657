"""POST /extract on loopback: requests a second, and latency at half the load that is asked for.

    python benchmarks/bench_service.py [--seconds 10] [--runs 3]

The service runs as a process with a private Valkey in a temporary directory. This process is the client: raw
sockets with keep-alive, so that it takes little of the cores that it shares with the service.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple
from urllib.parse import urlsplit

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Requests a second that the service is to reach; latency is measured at half of it.
TARGET = 120

#: Connections that send as fast as they are answered, to find the throughput.
CONNECTIONS = 8

#: Sites and the pages made of each; a page is sent many times, under a new URL each time.
SITES, PAGES = 5, 40

#: Bytes of a page.
PAGE_BYTES = 170_000

WORDS = [
    "".join(pair)
    for pair in itertools.product(("ba", "co", "di", "fu", "le", "mo", "na", "pi", "ra", "su"), repeat=3)
]


def sentence(chance: random.Random, words: int) -> str:
    """Make up a sentence."""
    return " ".join(chance.choices(WORDS, k=words)).capitalize() + "."


def links(chance: random.Random, number: int) -> str:
    """Make up a list of links, as in menus."""
    items = (f'<li class="item"><a href="/{n}">{sentence(chance, 3)}</a></li>' for n in range(number))
    return f'<ul class="list">{"".join(items)}</ul>'


def template(site: int) -> tuple[str, str]:
    """Make up what all pages of a site begin and end with."""
    chance = random.Random(site)
    script = f"<script>var config = {{{','.join(f'k{n}:{n}' for n in range(4_000))}}};</script>"
    head = f'<html><head><meta charset="utf-8">{script}</head><body><nav>{links(chance, 70)}</nav>'
    return head, f"<footer>{links(chance, 40)}<p>{sentence(chance, 30)}</p></footer></body></html>"


def page(site: int, number: int) -> bytes:
    """Make up a page: menus, an article, related links, comments, a footer, scripts; 170 KB."""
    chance = random.Random(f"{site} {number}")
    head, foot = template(site)
    article = "".join(
        f"<p>{sentence(chance, 60)} <a href='/x'>{sentence(chance, 2)}</a></p>" for _ in range(30)
    )
    related = f'<aside>{links(chance, 25)}</aside><div class="comments">'
    comments = "".join(f"<div class='comment'>{sentence(chance, 25)}</div>" for _ in range(25))
    body = f"{head}<article><h1>{sentence(chance, 6)}</h1>{article}</article>{related}{comments}</div>"
    script = f"<script>{'x' * (PAGE_BYTES - len(body) - len(foot) - 17)}</script>"
    return f"{body}{script}{foot}".encode()


def requests() -> Iterator[bytes]:
    """Yield requests without end, each the first of its URL."""
    made = [(site, page(site, number)) for number in range(PAGES) for site in range(SITES)]
    for number, (site, html) in enumerate(itertools.cycle(made)):
        target = f"/extract?url=https://site{site}.example/news/{number % 7}/{number}"
        head = f"POST {target} HTTP/1.1\r\nHost: x\r\nContent-Type: text/html\r\nContent-Length: {len(html)}"
        yield f"{head}\r\n\r\n".encode() + html


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
    """Send as fast as answers come; give requests a second."""
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
    """Send at half the target whether answers come or not; give seconds from when each was due."""
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


@contextmanager
def service() -> Iterator[tuple[str, int]]:
    """Run the service; give host and port."""
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        command = [sys.executable, "-m", "service", "--port", "0", "--data", folder]
        root = Path(__file__).parents[1]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root) as process:
            url = urlsplit(process.stdout.readline().split()[2])
            yield url.hostname, url.port
            process.terminate()


async def measure(address: tuple[str, int], seconds: float) -> None:
    """Measure once and say what was found."""
    connections = [Connection(*await asyncio.open_connection(*address)) for _ in range(CONNECTIONS)]
    stream = requests()
    await throughput(connections, stream, 1)
    rate = await throughput(connections, stream, seconds)
    percentiles = statistics.quantiles(await latencies(connections, stream, seconds), n=100)
    print(
        f"{rate:6.1f} requests/s; at {TARGET // 2}/s: "
        f"p50 {1_000 * percentiles[49]:5.1f} ms, p99 {1_000 * percentiles[98]:5.1f} ms"
    )


def main(seconds: Annotated[float, typer.Option()] = 10, runs: Annotated[int, typer.Option()] = 3) -> None:
    """Measure POST /extract with pages of 170 KB."""
    for _ in range(runs):
        with service() as address:
            asyncio.run(measure(address, seconds))


if __name__ == "__main__":
    typer.run(main)
