"""The simplest store that can be right: it keeps the documents and counts them anew for every answer."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from itertools import chain
from time import time as clock
from typing import TYPE_CHECKING

import numpy as np

from urltree.evidence.pathhistory import HALF_LIFE, path_sums, strange_share
from urltree.models import (
    MATURE,
    OPENINGS,
    PATH_SUMS,
    FingerprintSummary,
    NodeCounts,
    NodeSummary,
    PathHistory,
    RepeatedBlock,
    Status,
    StoreAnswer,
)
from urltree.store.base import (
    COMMON,
    EXPIRE_BATCH,
    EXPIRE_STEP,
    FILED_AGE,
    MAX_FILED,
    REVISION_CHARS,
    STRANGE_SHARE,
    STRANGERS,
    STRAYS,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from numpy.typing import NDArray

    from urltree.models import Document, FingerprintHolder, Retention, TemplateSample


#: Number of a document, what it added to a path, and how its blocks there open.
Added = tuple[int, "NDArray[np.float64]", "NDArray[np.uint16]"]


@dataclass(slots=True)
class Kept:
    """A document that retention keeps."""

    key: int
    branch: tuple[str, ...]
    blocks: set[int]
    time: float
    sample: TemplateSample | None = None
    revision: int = 0


@dataclass(slots=True)
class Domain:
    """The documents of a domain, oldest first, and the texts of its common blocks ("" until named)."""

    documents: list[Kept] = field(default_factory=list)
    common: dict[int, str] = field(default_factory=dict)
    #: Number of documents that ever came.
    came: int = 0
    #: Path -> what each document that had it added.
    paths: dict[int, list[Added]] = field(default_factory=dict)
    #: Fingerprint -> number of the first document that had it.
    firsts: dict[bytes, int] = field(default_factory=dict)
    #: Number of the last document before the current row of strange ones.
    known: int = 0
    #: Of each document since, whether it was strange.
    row: list[bool] = field(default_factory=list)

    def copy(self) -> Domain:
        kept = [replace(kept, blocks=set(kept.blocks)) for kept in self.documents]
        paths = {path: list(added) for path, added in self.paths.items()}
        return Domain(kept, dict(self.common), self.came, paths, dict(self.firsts), self.known, self.row[:])

    def added_on(self, path: int) -> list[Added]:
        """A path is forgotten with the last document that had it."""
        added = self.paths.get(path, [])
        return added if added and added[-1][0] > self.came - len(self.documents) else []

    def history(self, document: Document) -> PathHistory | None:
        """What a document adds is halved by each HALF_LIFE documents that come after it."""
        if not document.paths:
            return None
        size = len(document.paths.hashes)
        found = PathHistory(np.zeros((size, len(PATH_SUMS))), np.zeros((size, OPENINGS), np.uint16))
        for row, path in enumerate(document.paths.hashes.tolist()):
            for number, sums, openings in self.added_on(path):
                found.sums[row] += sums * 0.5 ** ((self.came + 1 - number) / HALF_LIFE)
                found.openings[row] = openings
        return found

    def learn(self, document: Document, domain: NodeCounts, history: PathHistory | None) -> bool:
        """Strange documents with few others among them say that the template of a known site changed."""
        self.row.append(self.is_strange(document, domain.support, history))
        changed = sum(self.row) == STRANGERS
        if changed or sum(self.row) == 0 or self.row.count(False) > STRAYS:
            self.known, self.row = self.came, []
        if document.paths and history:
            paths = document.paths
            sums = path_sums(paths, domain, history)
            for path, *added in zip(paths.hashes.tolist(), sums, paths.openings, strict=True):
                self.paths[path] = [*self.added_on(path), (self.came, *added)]
        return changed

    def is_strange(self, document: Document, support: int, history: PathHistory | None) -> bool:
        """Its fingerprint is newer than the last document before the row, and its paths are new too."""
        if document.paths is None or history is None or support <= MATURE:
            return False
        first = self.firsts[document.sample.fingerprint] if document.sample else self.came
        return first > self.known and strange_share(document.paths, history) > STRANGE_SHARE

    def fingerprints(self) -> list[FingerprintSummary]:
        """Summarise those of the documents kept, with the URL of the last that had each."""
        samples = [kept.sample for kept in self.documents if kept.sample]
        supports = Counter(sample.fingerprint for sample in samples)
        last = {sample.fingerprint: sample.url for sample in samples}
        found = [FingerprintSummary(each, support, last[each]) for each, support in supports.items()]
        return sorted(found, key=lambda each: (-each.support, each.fingerprint))

    def counts(self) -> Counter[int]:
        return Counter(chain.from_iterable(kept.blocks for kept in self.documents))

    def update_common(self) -> None:
        """A block turns common above COMMON documents and stays so until none is left."""
        counts = self.counts()
        turned = [each for each, count in counts.items() if count > COMMON or each in self.common]
        self.common = {each: self.common.get(each, "") for each in turned}

    def find(self, key: int) -> Kept | None:
        return next((kept for kept in self.documents if kept.key == key), None)

    def now(self, time: float) -> float:
        """No document is older than the one before it, even if the clock goes back, or from the future."""
        return min(clock(), max([time, *(kept.time for kept in self.documents)]))

    def is_over(self, retention: Retention, now: float, room: int) -> bool:
        kept = len(self.documents)
        too_many = kept > 0 and kept + room > retention.max_documents
        return too_many or (
            kept > retention.min_documents and self.documents[0].time < now - retention.max_age
        )

    def expire(self, retention: Retention, now: float, room: int, limit: int) -> int:
        """Drop the oldest, `limit` at most, until `room` more documents would not be too many."""
        before = len(self.documents)
        while self.is_over(retention, now, room) and before - len(self.documents) < limit:
            del self.documents[0]
        self.update_common()
        held = {each.fingerprint for each in self.fingerprints()}
        self.firsts = {each: first for each, first in self.firsts.items() if each in held}
        return before - len(self.documents)

    def keep(self, document: Document) -> Kept:
        time = self.now(document.time)
        self.came += 1
        self.documents.append(
            Kept(document.key, document.branch, set(document.blocks), time, document.sample)
        )
        if document.sample:
            self.firsts.setdefault(document.sample.fingerprint, self.came)
        return self.documents[-1]

    def revise(self, kept: Kept, blocks: Mapping[int, int]) -> Status:
        """The document gains the blocks that its domain does not hold; what others hold does not count."""
        unseen = blocks.keys() - self.counts().keys()
        if sum(blocks[each] for each in unseen) <= REVISION_CHARS:
            return Status.DUPLICATE
        kept.blocks |= unseen
        kept.revision += 1
        return Status.REVISION

    def count(self, document: Document) -> StoreAnswer:
        history = self.history(document)
        seen = self.find(document.key)
        kept = seen or self.keep(document)
        status = self.revise(kept, document.blocks) if seen else Status.NEW
        self.update_common()
        branch = tuple(self.node_counts(document.domain, node, document.blocks) for node in document.branch)
        changed = status is Status.NEW and self.learn(document, branch[0], history)
        age = self.documents[::-1].index(kept) + 1 if seen else 0
        return StoreAnswer(status, kept.revision, branch, history, changed, age, kept.time)

    def node_counts(self, domain: str, node: str, hashes: Collection[int]) -> NodeCounts:
        here = [kept for kept in self.documents if node in kept.branch]
        counted = hashes if node == domain or len(here) >= MATURE else ()
        return NodeCounts(
            node, len(here), {each: sum(each in kept.blocks for kept in here) for each in counted}
        )


class OracleStore:
    """The `urltree.store.base.Store` that the others are measured against."""

    def __init__(self) -> None:
        self._domains: defaultdict[str, Domain] = defaultdict(Domain)
        self._filed: list[tuple[bytes, FingerprintHolder, float]] = []

    def observe(self, document: Document, retention: Retention) -> StoreAnswer:
        domain = self._domains[document.domain]
        room = 0 if domain.find(document.key) else 1
        domain.expire(retention, domain.now(document.time), room, EXPIRE_STEP)
        return domain.count(document)

    def lookup(self, document: Document) -> StoreAnswer:
        seen = self._domains[document.domain].copy().count(document)
        return replace(seen, template_changed=False)

    def expire(self, domain: str, retention: Retention, now: float) -> int:
        return self._domains[domain].expire(retention, min(now, clock()), 0, EXPIRE_BATCH)

    def domains(self) -> Iterator[str]:
        return iter([name for name, domain in self._domains.items() if domain.documents])

    def name(self, domain: str, texts: Mapping[int, str]) -> None:
        common = self._domains[domain].common
        common.update((each, text) for each, text in texts.items() if each in common)

    def nodes(self, domain: str) -> list[NodeSummary]:
        supports = Counter(node for kept in self._domains[domain].documents for node in kept.branch)
        return [NodeSummary(node, support) for node, support in sorted(supports.items())]

    def repeated(self, domain: str, limit: int) -> list[RepeatedBlock]:
        counts = self._domains[domain].counts()
        common = self._domains[domain].common.items()
        blocks = [RepeatedBlock(each, counts[each], text) for each, text in common]
        return sorted(blocks, key=lambda block: (-block.count, block.hash))[:limit]

    def fingerprints(self, domain: str) -> list[FingerprintSummary]:
        return self._domains[domain].fingerprints()

    def file(self, half: bytes, holder: FingerprintHolder, now: float) -> None:
        self._filed.append((half, holder, now))

    def filed(self, half: bytes, now: float) -> list[FingerprintHolder]:
        times: dict[FingerprintHolder, float] = {}
        for under, holder, time in self._filed:
            if under == half:
                times[holder] = max(time, times.get(holder, time))
        latest = sorted(times, key=lambda each: (times[each], each.domain.encode()), reverse=True)[:MAX_FILED]
        return [each for each in latest if times[each] >= now - FILED_AGE]

    def forget(self, domain: str) -> None:
        self._domains.pop(domain, None)

    def ping(self) -> None:
        """Always there."""

    def close(self) -> None:
        """Nothing is held open."""
