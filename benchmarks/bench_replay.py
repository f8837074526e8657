"""Replay: feeds polled, pages fetched, read and told, by a service on its own Valkey; as processes.

Real streams, if there are any, are replayed for throughput and memory, else made-up sites. Processor time is
that of all processes of the service without the replay; the second rate is what two free cores would allow.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.figure import Figure
from benchmarks.pages import stream_files
from benchmarks.service.listeners import listening
from benchmarks.service.looks import EVERY, looks, new, steady
from benchmarks.service.sites import made_up, under_names
from benchmarks.service.system import at_full_speed, replay, service
from urltree.evaluation.datasets import dataset_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.service.listeners import Listener
    from benchmarks.service.system import Service

#: Targets: documents a second, growth of memory, milliseconds from poll to text, milliseconds to readers.
RATE, GROWTH, LATENCY, P99 = 120, 1.05, 150, 1_000

#: Of the throughput: sites, and pages of each, where they are made up; of the memory: names of each site.
SITES, PAGES, NAMES = 19, 150, 3

#: Of the latency: documents, and documents a second.
SINGLE, SINGLE_RATE = 60, 2

#: Of the readers: their number, documents, and documents a second.
READERS, READ, READ_RATE = 1_000, 400, 20

#: Of the kills: their number, pages of each site, pages a second, and whom to kill.
KILLS, KILL_PAGES, KILL_RATE = 20, 40, 10
VICTIMS = ("service", "valkey", "extractor")

#: Seconds that anything may take.
PATIENCE = 1_800


def figures(data: Path) -> Iterator[Figure]:
    """Measure throughput, memory, latency, readers and kills, one after another."""
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        made = Path(folder)
        files = stream_files(data) or dataset_files([made_up(made / "19", SITES, PAGES)])
        yield from _throughput(files[0].parent)
        yield from _memory(under_names(made / "57", files, NAMES))
        yield from _latency(made_up(made / "single", 1, SINGLE))
        yield from _readers(made_up(made / "readers", 4, READ // 4))
        yield from _kills(made_up(made / "kills", SITES, KILL_PAGES))


def _throughput(folder: Path) -> Iterator[Figure]:
    """Let all pages appear at once, and take the time from the first document to the last."""
    with at_full_speed(folder) as running:
        found = steady(list(looks(running)))
    first, last = found[0], found[-1]
    documents, cpu = last.documents - first.documents, last.cpu() - first.cpu()
    yield Figure("19 sites: documents a second", documents / (last.time - first.time), "/s", at_least=RATE)
    yield Figure("19 sites: a document, of all processors", 1e3 * cpu / documents, "ms")
    yield Figure("19 sites: documents a second that two free cores allow", 2 * documents / cpu, "/s")


def _memory(folder: Path) -> Iterator[Figure]:
    """Let three times as many pages appear: by the last third of them, the caches are full."""
    with at_full_speed(folder) as running:
        found = steady(list(looks(running)))
    first, last = found[2 * len(found) // 3], found[-1]
    for name in ("service", "extractor"):
        growth = last.memory(name) / first.memory(name)
        yield Figure(f"57 sites: memory, {name}, growth over the last third", growth, "x", at_most=GROWTH)
        yield Figure(f"57 sites: memory, {name}, at the end", last.memory(name), "MiB")


def _latency(folder: Path) -> Iterator[Figure]:
    """Poll one slow site again and again, and listen."""
    with replay(folder, "--rate", SINGLE_RATE) as web, service(proxy=web.url, workers=2) as running:
        (listener,) = asyncio.run(_heard(running, web.opml(), 1, SINGLE))
        told = {page["url"]: page["told"] for page in web.pages()}
        delays = [listener.came[each["id"].encode()] - told[each["url"]] for each in new(running.documents())]
    yield Figure("idle: from poll to text, p50", 1e3 * statistics.median(delays), "ms", at_most=LATENCY)


def _readers(folder: Path) -> Iterator[Figure]:
    """Let many readers listen at once."""
    with replay(folder, "--rate", READ_RATE) as web, service(proxy=web.url, workers=2) as running:
        listeners = asyncio.run(_heard(running, web.opml(), READERS, READ))
        told = {document["id"].encode() for document in running.documents()}
    lost = sum(len(told - set(listener.came)) for listener in listeners)
    delays = [delay for listener in listeners for delay in listener.delays()]
    name = f"{READERS:,} readers, {READ_RATE} documents a second"
    yield Figure(f"{name}: lost", lost, "", at_most=0)
    yield Figure(f"{name}: p99", 1e3 * statistics.quantiles(delays, n=100)[98], "ms", at_most=P99)


async def _heard(running: Service, opml: bytes, readers: int, documents: int) -> list[Listener]:
    """Listen, then subscribe, and poll until each reader has received so many documents."""
    async with asyncio.timeout(PATIENCE), listening(running.url, readers) as listeners:
        feeds = await asyncio.to_thread(running.subscribe, opml)
        while any(len(listener.came) < documents for listener in listeners):
            await asyncio.to_thread(running.poll, feeds)
            await asyncio.sleep(EVERY / 2)
        await asyncio.sleep(EVERY)
    return listeners


def _kills(folder: Path) -> Iterator[Figure]:
    """Kill processes at random while the pages are published."""
    random = Random(1)
    victims = [random.choice(VICTIMS) for _ in range(KILLS)]
    settings = {"lease": 3, "workers": 2}
    with replay(folder, "--rate", KILL_RATE) as web, service(proxy=web.url, **settings) as running:
        feeds = running.subscribe(web.opml())
        end = time.monotonic() + PATIENCE
        told: Counter[str] = Counter()
        while (victims or len(told) < SITES * KILL_PAGES) and time.monotonic() < end:
            running.poll(feeds)
            time.sleep(random.uniform(0, 2 * EVERY))
            if victims:
                running.kill(victims.pop(), random)
            told = Counter(document["url"] for document in new(running.documents()))
    yield Figure(f"{KILLS} kills: lost", SITES * KILL_PAGES - len(told), "", at_most=0)
    yield Figure(f"{KILLS} kills: told twice", told.total() - len(told), "", at_most=0)
