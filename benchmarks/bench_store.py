"""Valkey: one page observed over a Unix socket, and what the store keeps of it.

The server is the embedded one, append-only as usual, but does not rewrite its log while we measure. "wall" is
the median time that the caller waits, "CPU" the mean of what a page costs client and server.
"""

from __future__ import annotations

from collections import Counter
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import TYPE_CHECKING, NamedTuple

from redis import Redis

from benchmarks.documents import BIG, generated, kept, streams
from benchmarks.figure import Figure
from urltree.models import Retention
from urltree.store import open_store
from urltree.store.embedded import EmbeddedValkey
from urltree.store.keys import domain_prefix

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from urltree.models import Document
    from urltree.store import Store

#: What a document may take, in milliseconds and bytes, and how much the milliseconds may grow.
MILLISECONDS, BYTES, GROWTH = 0.7, 2_000, 1.2

#: Documents of a full domain, how many more come once it is full, and domains of a full store.
FULL, MORE, DOMAINS = 10_000, 2_000, 100


class Server(NamedTuple):
    """A store and a client of our own to its server."""

    store: Store
    admin: Redis

    def used(self) -> int:
        """Return the bytes in use."""
        return int(self.admin.info("memory")["used_memory"])

    def cpu(self) -> float:
        """Return the CPU seconds used so far."""
        used = self.admin.info("cpu")
        return float(used["used_cpu_user"] + used["used_cpu_sys"])

    def answers(self) -> int:
        """Count the answers sent so far, this one not included."""
        return int(self.admin.info("stats")["total_writes_processed"])


@contextmanager
def _server() -> Iterator[Server]:
    with (
        TemporaryDirectory(prefix="urltree-") as folder,
        EmbeddedValkey(Path(folder)) as valkey,
        closing(open_store(valkey.url)) as store,
        closing(Redis.from_url(valkey.url)) as admin,
    ):
        admin.config_set("auto-aof-rewrite-percentage", 0)
        store.observe(next(generated("first.example")), Retention())  # the server learns the script
        store.forget("first.example")
        yield Server(store, admin)


def figures(data: Path) -> Iterator[Figure]:
    """Measure real streams, where there are any, one large domain, and a large store."""
    for name, documents in streams(data).items():
        with _server() as server:
            yield from _time(f"{name}, 150 kept", server, documents, Retention(max_documents=150))
        with _server() as server:
            yield from _memory(f"{name}, all kept", server, documents)
    big = generated("big.example", BIG)
    full = f"one domain of {FULL:,}"
    with _server() as server:
        yield from _memory(full, server, islice(big, FULL))
        yield from _time(full, server, list(islice(big, MORE)), Retention(max_documents=FULL))
    yield from _growth()


def _time(name: str, server: Server, documents: list[Document], retention: Retention) -> Iterator[Figure]:
    cpu, answers, client = server.cpu(), server.answers(), process_time()
    wall = [_seconds(server.store, each, retention) for each in documents]
    client = process_time() - client
    answers = server.answers() - answers - 1  # the answer to the first count is included
    cpu = server.cpu() - cpu
    yield Figure(f"{name}: wall", median(wall) * 1e3, "ms", at_most=MILLISECONDS)
    yield Figure(f"{name}: CPU, client", client / len(wall) * 1e3, "ms")
    yield Figure(f"{name}: CPU, server", cpu / len(wall) * 1e3, "ms")
    yield Figure(f"{name}: round trips", answers / len(wall), "a page", at_most=1)


def _seconds(store: Store, document: Document, retention: Retention) -> float:
    start = perf_counter()
    store.observe(document, retention)
    return perf_counter() - start


def _memory(name: str, server: Server, documents: Iterable[Document]) -> Iterator[Figure]:
    empty = server.used()
    domains = set()
    for document in documents:
        domains.add(document.domain)
        server.store.observe(document, Retention())
    number = kept(server.store, domains)
    size = server.used() - empty
    by_kind = _by_kind(server.admin)
    yield Figure(f"{name}: a document", size / number, "B", at_most=BYTES)
    for kind, its in by_kind.most_common():
        yield Figure(f"  of which {kind}", its / number, "B")
    yield Figure("  and the table of all keys", (size - by_kind.total()) / number, "B")


def _by_kind(admin: Redis) -> Counter[str]:
    """Return the bytes of all keys of each kind; `urltree.store.keys` describes the kinds."""
    keys = list(admin.scan_iter(count=1_000))
    asked = admin.pipeline(transaction=False)
    for key in keys:
        asked.memory_usage(key, samples=0)
    sizes: Counter[str] = Counter()
    for key, size in zip(keys, asked.execute(), strict=True):
        sizes[key.decode().partition("}:")[2].partition(":")[0]] += size
    return sizes


def _growth() -> Iterator[Figure]:
    """Observe the same documents in a store of one full domain and in one of many, each first by turns.

    The many are copies of one, made by the server: to observe a million documents would take longer than all
    other benches together.
    """
    domains = [f"site{number}.example" for number in range(DOMAINS)]
    documents, retention = generated(domains[0]), Retention(max_documents=FULL)
    with _server() as small, _server() as large:
        for document in islice(documents, FULL):
            small.store.observe(document, retention)
            large.store.observe(document, retention)
        _copy(large.admin, domains)
        yield Figure("a large store: documents", kept(large.store, set(domains)), "")
        few: list[float] = []
        many: list[float] = []
        for number, document in enumerate(islice(documents, MORE)):
            other = replace(document, domain=domains[number % DOMAINS])
            turns = [(few, small, document), (many, large, other)]
            for taken, server, each in turns[:: 1 if number % 2 else -1]:
                taken.append(_seconds(server.store, each, retention))
    yield Figure(f"after {FULL:,} documents: wall", median(few) * 1e3, "ms")
    yield Figure(f"after {FULL * DOMAINS:,} documents: wall", median(many) * 1e3, "ms")
    ratio = median(after / before for before, after in zip(few, many, strict=True))
    yield Figure("a large store / a small one", ratio, "x", at_most=GROWTH)


def _copy(admin: Redis, domains: list[str]) -> None:
    """Copy all keys of the first domain to each of the others."""
    prefix, *others = (domain_prefix(domain).encode() for domain in domains)
    keys = list(admin.scan_iter(match=prefix + b"*", count=1_000))
    for other in others:
        copies = admin.pipeline(transaction=False)
        for key in keys:
            copies.copy(key, key.replace(prefix, other))
        copies.execute()
