"""Template fingerprints: CPU time of one core, then accuracy where the template of pages is known.

The growth is that of synthetic fingerprints: two of three documents bring a new one, as in the paper's
largest collection, and half of the others differ in one place from an earlier one.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from benchmarks.clock import interleaved
from benchmarks.documents import generated
from benchmarks.figure import Figure
from benchmarks.pages import SITES, generated_page, stored_pages, stream_files
from benchmarks.templates.accuracy import accuracy
from benchmarks.templates.sharing import sharing
from urltree.models import Retention, TemplateSample
from urltree.store import open_store
from urltree.store.embedded import EmbeddedValkey
from urltree.templates.clusters import Clusters
from urltree.templates.fingerprint import LENGTH, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from urltree.models import Document
    from urltree.store import Store

#: Documents a second that a core must process, and how much the time of one may grow up to the millionth.
RATE, GROWTH = 10_000, 1.5

#: Numbers of documents at which the time is measured, and documents over which it is averaged.
SIZES, WINDOW = (1_000, 10_000, 100_000, 1_000_000), 1_000

ROUNDS = 5

#: Generated pages, and documents that the server observes, of which it keeps some.
PAGES, OBSERVED, KEPT = 500, 3_000, 1_000


def figures(data: Path) -> Iterator[Figure]:
    """Measure generated pages, real ones where there are any, and synthetic fingerprints."""
    made_up = [generated_page(number % SITES, number).html for number in range(PAGES)]
    yield from _rates("generated", made_up)
    streams = [page.html for page in chain.from_iterable(map(stored_pages, stream_files(data)))]
    if streams:
        yield from _rates("streams", streams)
    yield from _growth(made_up)
    yield from _valkey()
    if streams:
        yield from accuracy(data)
        yield from sharing(data)


def _rates(name: str, pages: list[bytes]) -> Iterator[Figure]:
    """Measure each page by the best of its rounds."""

    def systems() -> dict[str, Callable[[bytes], object]]:
        clusters = Clusters()
        return {
            "fingerprint": fingerprint,
            "fingerprint and cluster": lambda page: clusters.observe(fingerprint(page), ""),
        }

    for what, seconds in interleaved(systems, pages, ROUNDS).items():
        yield Figure(f"{name}: {what}", 1 / seconds.mean(), "pages/s", at_least=RATE)


def _growth(pages: list[bytes]) -> Iterator[Figure]:
    clusters, documents = Clusters(), synthetic(Random(0))
    observed, taken = 0, []
    for size in SIZES:
        _observe(clusters, islice(documents, size - WINDOW - observed))
        window = list(islice(documents, WINDOW))
        start = process_time()
        _observe(clusters, window)
        taken.append((process_time() - start) / WINDOW)
        observed = size
        yield Figure(f"cluster: document {size:,}", taken[-1] * 1e6, "µs")
    start = process_time()
    for page in pages:
        fingerprint(page)
    tokenised = (process_time() - start) / len(pages)
    growth = (tokenised + taken[-1]) / (tokenised + taken[0])
    yield Figure("fingerprint and cluster: last / first document", growth, "x", at_most=GROWTH)


def _observe(clusters: Clusters, documents: Iterable[bytes]) -> None:
    for each in documents:
        clusters.observe(each, "")


def _valkey() -> Iterator[Figure]:
    """Observe the same documents in sites of no fingerprint, of one, and of ever new ones, by turns."""
    new = list(islice(synthetic(Random(0)), OBSERVED))
    taken: dict[str, list[float]] = {"no fingerprint": [], "one": [], "ever new ones": []}
    with (
        TemporaryDirectory(prefix="urltree-") as folder,
        EmbeddedValkey(Path(folder)) as valkey,
        closing(open_store(valkey.url)) as store,
    ):
        for document, fingerprint in zip(generated("a.example"), new, strict=False):
            told = (None, new[0], fingerprint)
            for site, each in zip(taken, told, strict=True):
                sample = TemplateSample(each, "http://a.example/news/the-bridge-is-open") if each else None
                taken[site].append(_seconds(store, replace(document, domain=site, sample=sample)))
    for site, seconds in taken.items():
        yield Figure(f"Valkey: observe in a site of {site}, wall", median(seconds) * 1e3, "ms")


def _seconds(store: Store, document: Document) -> float:
    start = perf_counter()
    store.observe(document, Retention(max_documents=KEPT))
    return perf_counter() - start


def synthetic(random: Random) -> Iterator[bytes]:
    """Yield fingerprints without end."""
    seen: list[bytes] = []
    while True:
        if not seen or random.random() < 2 / 3:
            # A quarter of the references of real pages are 0, and the others favour no place.
            references = (
                random.randint(0, place) if random.random() < 3 / 4 else 0 for place in range(LENGTH)
            )
            seen.append(bytes(references))
            yield seen[-1]
        else:
            known, place = random.choice(seen), random.randrange(LENGTH)
            changed = known[:place] + bytes([random.randint(0, place)]) + known[place + 1 :]
            yield random.choice((known, changed))
