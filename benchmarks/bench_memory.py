"""Memory store: one page observed, CPU time of one core, and what the store keeps of it.

Time is measured with retention at work, memory with all documents kept.
"""

from __future__ import annotations

import pickle
import tracemalloc
from itertools import islice
from typing import TYPE_CHECKING

from benchmarks.clock import cpu_seconds
from benchmarks.documents import BIG, generated, kept, streams
from benchmarks.figure import Figure
from urltree.models import Retention
from urltree.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from urltree.models import Document

#: What a document may take, in milliseconds and bytes.
MILLISECONDS, BYTES = 0.3, 2_000

#: Documents of the one domain, and how many more come once it is full.
FULL, MORE = 10_000, 2_000


def figures(data: Path) -> Iterator[Figure]:
    """Measure real streams, where there are any, and one large domain."""
    for name, documents in streams(data).items():
        yield _time(f"{name}, 150 kept", documents, Retention(max_documents=150))
        yield _memory(f"{name}, all kept", documents)
    full = f"one domain of {FULL:,}"
    yield _time(full, islice(generated("big.example", BIG), FULL + MORE), Retention(max_documents=FULL), FULL)
    yield _memory(full, islice(generated("big.example", BIG), FULL))


def _time(name: str, documents: Iterable[Document], retention: Retention, skip: int = 0) -> Figure:
    """Take the mean of all observations but the first `skip`."""
    store = open_store("memory://")
    taken = [cpu_seconds(lambda each: store.observe(each, retention), document) for document in documents]
    mean = sum(taken[skip:]) / len(taken[skip:])
    return Figure(f"{name}: observe", mean * 1e3, "ms", at_most=MILLISECONDS)


def _memory(name: str, documents: Iterable[Document]) -> Figure:
    store = open_store("memory://")
    domains = set()
    tracemalloc.start()
    for document in documents:
        domains.add(document.domain)
        # A copy, so that the store is the only owner of what it keeps.
        store.observe(pickle.loads(pickle.dumps(document)), Retention())
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return Figure(f"{name}: a document", size / kept(store, domains), "B", at_most=BYTES)
