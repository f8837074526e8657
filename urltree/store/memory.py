"""Counters in this process: for library use, notebooks and evaluation. Nothing outlives the process."""

from __future__ import annotations

from collections import defaultdict
from threading import Lock
from typing import TYPE_CHECKING

from urltree.store.base import FILED_AGE, MAX_FILED
from urltree.store.domain import DomainCounts

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from urltree.models import (
        Document,
        FingerprintHolder,
        FingerprintSummary,
        NodeSummary,
        RepeatedBlock,
        Retention,
        StoreAnswer,
    )


class MemoryStore:
    """The `Store` of ``memory://``: one `DomainCounts` a domain, one lock for all.

    A domain whose counting is cut off, as by Ctrl-C, is forgotten: counts that are half done stay wrong.
    """

    def __init__(self) -> None:
        self._domains: defaultdict[str, DomainCounts] = defaultdict(DomainCounts)
        #: Half of a fingerprint -> holder -> when it was last filed; the last half is the one filed last.
        self._filed: dict[bytes, dict[FingerprintHolder, float]] = {}
        self._lock = Lock()

    def observe(self, document: Document, retention: Retention) -> StoreAnswer:
        """See `Store.observe`."""
        with self._lock:
            try:
                return self._domains[document.domain].observe(document, retention)
            except BaseException:
                self._domains.pop(document.domain, None)
                raise

    def lookup(self, document: Document) -> StoreAnswer:
        """See `Store.lookup`."""
        with self._lock:
            return self._of(document.domain).lookup(document)

    def expire(self, domain: str, retention: Retention, now: float) -> int:
        """See `Store.expire`."""
        with self._lock:
            counts = self._of(domain)
            dropped = counts.expire(retention, now)
            if not counts.has_documents():
                self._domains.pop(domain, None)
            return dropped

    def domains(self) -> Iterator[str]:
        """See `Store.domains`."""
        with self._lock:
            return iter(list(self._domains))

    def name(self, domain: str, texts: Mapping[int, str]) -> None:
        """See `Store.name`."""
        with self._lock:
            self._of(domain).name(texts)

    def nodes(self, domain: str) -> list[NodeSummary]:
        """See `Store.nodes`."""
        with self._lock:
            return self._of(domain).nodes()

    def repeated(self, domain: str, limit: int) -> list[RepeatedBlock]:
        """See `Store.repeated`."""
        with self._lock:
            return self._of(domain).repeated(limit)

    def fingerprints(self, domain: str) -> list[FingerprintSummary]:
        """See `Store.fingerprints`."""
        with self._lock:
            return self._of(domain).fingerprints()

    def file(self, half: bytes, holder: FingerprintHolder, now: float) -> None:
        """See `Store.file`."""
        with self._lock:
            times = self._filed.pop(half, {})
            times[holder] = max(now, times.get(holder, now))
            if len(times) > MAX_FILED:
                del times[_latest_first(times)[-1]]
            self._filed[half] = times
            while max(self._filed[oldest := next(iter(self._filed))].values()) < now - FILED_AGE:
                del self._filed[oldest]

    def filed(self, half: bytes, now: float) -> list[FingerprintHolder]:
        """See `Store.filed`."""
        with self._lock:
            times = self._filed.get(half, {})
            return _latest_first({each: time for each, time in times.items() if time >= now - FILED_AGE})

    def forget(self, domain: str) -> None:
        """See `Store.forget`."""
        with self._lock:
            self._domains.pop(domain, None)

    def ping(self) -> None:
        """See `Store.ping`; memory is always there."""

    def close(self) -> None:
        """See `Store.close`; nothing is held open."""

    def _of(self, domain: str) -> DomainCounts:
        """Return a domain's counts; those of an unknown domain are empty and are not kept."""
        return self._domains.get(domain) or DomainCounts()


def _latest_first(times: dict[FingerprintHolder, float]) -> list[FingerprintHolder]:
    return sorted(times, key=lambda each: (times[each], each.domain.encode(), each.fingerprint), reverse=True)
