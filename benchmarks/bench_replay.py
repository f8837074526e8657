"""Replay: feeds polled, pages fetched, read and told, by a service on its own Valkey; as processes.

Where there are real streams, these are replayed for the throughput, else made-up sites. Processor time counts
all processes of the service but not the replay; what it would allow on two free cores is the second rate.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.figure import Figure
from benchmarks.listeners import listening
from benchmarks.pages import WORDS, stream_files
from benchmarks.system import replay, service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchmarks.listeners import Listener
    from benchmarks.system import Process, Service

#: What is to be reached: documents a second, growth of memory, milliseconds from poll to text, to readers.
RATE, GROWTH, LATENCY, P99 = 120, 1.1, 150, 1_000

#: Of the throughput: sites and pages of each where they are made up, seconds between two looks, and seconds
#: without a document after which there are no more.
SITES, PAGES, LOOK, QUIET = 19, 150, 1.0, 20.0

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
    """Measure throughput, latency, readers and kills, one after another."""
    with tempfile.TemporaryDirectory(prefix="urltree-") as folder:
        made = Path(folder)
        streams = data / "streams" if stream_files(data) else _made_up(made / "19", SITES, PAGES)
        yield from _throughput(streams)
        yield from _latency(_made_up(made / "single", 1, SINGLE))
        yield from _readers(_made_up(made / "readers", 4, READ // 4))
        yield from _kills(_made_up(made / "kills", SITES, KILL_PAGES))


def _throughput(folder: Path) -> Iterator[Figure]:
    """Let all pages appear at once, and take the time from the first document to the last."""
    with replay(folder, "--rate", 1e6) as web, service(proxy=web.url, workers=2) as running:
        feeds = running.subscribe(web.opml())
        time.sleep(LOOK)  # the feed that was polled first had nothing yet
        running.poll(feeds)
        looks = list(_looks(running))
    # The first and the last tenth of the documents are warming up and running out.
    tenth = looks[-1][1] / 10
    steady = [look for look in looks if tenth <= look[1] <= 9 * tenth]
    (begin, before, first), (end, after, last) = steady[0], steady[-1]
    documents, cpu = after - before, _cpu(last) - _cpu(first)
    yield Figure("19 sites: documents a second", documents / (end - begin), "/s", at_least=RATE)
    yield Figure("19 sites: a document, of all processors", 1e3 * cpu / documents, "ms")
    yield Figure("19 sites: documents a second that two free cores allow", 2 * documents / cpu, "/s")
    middle = steady[len(steady) // 2][2]
    for name in ("service", "extractor"):
        growth = _memory(name, last) / _memory(name, middle)
        yield Figure(f"19 sites: memory, {name}, end / middle", growth, "x", at_most=GROWTH)
        yield Figure(f"19 sites: memory, {name}, at the end", _memory(name, last), "MiB")


def _looks(running: Service) -> Iterator[tuple[float, int, list[Process]]]:
    """Look for as long as documents come: time, documents, processes.

    Not until all pages are told: of those that appear in one second with one title and summary, one is taken.
    """
    position, told, last = "0", 0, time.monotonic()
    while time.monotonic() < last + QUIET:
        time.sleep(LOOK)
        if documents := running.documents(position):
            position, last = documents[-1]["id"], time.monotonic()
            told += len(_new(documents))
            yield last, told, running.processes()


def _new(documents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out the revisions."""
    return [document for document in documents if document["status"] == "new"]


def _cpu(processes: list[Process]) -> float:
    return sum(process.cpu for process in processes)


def _memory(name: str, processes: list[Process]) -> float:
    return max(process.memory for process in processes if process.name == name)


def _latency(folder: Path) -> Iterator[Figure]:
    """Poll one slow site again and again, and listen."""
    with replay(folder, "--rate", SINGLE_RATE) as web, service(proxy=web.url, workers=2) as running:
        (listener,) = asyncio.run(_heard(running, web.opml(), 1, SINGLE))
        told = {page["url"]: page["told"] for page in web.pages()}
        delays = [
            listener.came[each["id"].encode()] - told[each["url"]] for each in _new(running.documents())
        ]
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
    """Listen, then subscribe, and poll until each reader has heard so much."""
    async with asyncio.timeout(PATIENCE), listening(running.url, readers) as listeners:
        feeds = await asyncio.to_thread(running.subscribe, opml)
        while any(len(listener.came) < documents for listener in listeners):
            await asyncio.to_thread(running.poll, feeds)
            await asyncio.sleep(LOOK / 2)
        await asyncio.sleep(LOOK)
    return listeners


def _kills(folder: Path) -> Iterator[Figure]:
    """Kill at random while all pages are told."""
    random = Random(1)
    victims = [random.choice(VICTIMS) for _ in range(KILLS)]
    settings = {"fsync": "always", "lease": 3, "workers": 2}
    with replay(folder, "--rate", KILL_RATE) as web, service(proxy=web.url, **settings) as running:
        feeds = running.subscribe(web.opml())
        end = time.monotonic() + PATIENCE
        told: Counter[str] = Counter()
        while (victims or len(told) < SITES * KILL_PAGES) and time.monotonic() < end:
            running.poll(feeds)
            time.sleep(random.uniform(0, 2 * LOOK))
            if victims:
                running.kill(victims.pop(), random)
            told = Counter(document["url"] for document in _new(running.documents()))
    yield Figure(f"{KILLS} kills: lost", SITES * KILL_PAGES - len(told), "", at_most=0)
    yield Figure(f"{KILLS} kills: told twice", told.total() - len(told), "", at_most=0)


def _made_up(folder: Path, sites: int, pages: int) -> Path:
    """Write streams of made-up pages."""
    folder.mkdir()
    for site in range(sites):
        lines = (json.dumps(_record(site, number)) + "\n" for number in range(pages))
        (folder / f"{site}.jsonl").write_text("".join(lines), "utf-8")
    return folder


def _record(site: int, number: int) -> dict[str, str]:
    """Make up a short article within the template of its site."""
    random = Random(f"{site} {number}")
    title, *paragraphs = (" ".join(random.choices(WORDS, k=50 if at else 6)) for at in range(8))
    menu = "".join(f"<li><a href=/{at}>{WORDS[at]} of site {site}</a>" for at in range(30))
    body = "".join(f"<p>{paragraph}.</p>" for paragraph in paragraphs)
    html = f"<!DOCTYPE html><title>{title}</title><ul>{menu}</ul><h1>{title}</h1><article>{body}</article>"
    url = f"http://www.site{site}.example/news/{number}.html"
    return {"url": url, "title": title, "gold": "\n".join(paragraphs), "html": html}
