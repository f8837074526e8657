"""The simplest store that can be right: it keeps the documents and counts them anew for every answer."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from urltree.models import NodeCounts, NodeSummary, Observation, RepeatedBlock, Status
from urltree.store.base import COMMON, EXPIRE_STEP, REVISION_CHARS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from urltree.models import Document, Retention


@dataclass(slots=True)
class Kept:
    """A document that retention keeps."""

    key: int
    branch: tuple[str, ...]
    blocks: set[int]
    time: float
    revision: int = 0


@dataclass(slots=True)
class Domain:
    """The documents of a domain, oldest first, and the texts of its common blocks ("" until named)."""

    documents: list[Kept] = field(default_factory=list)
    common: dict[int, str] = field(default_factory=dict)

    def counts(self) -> Counter[int]:
        return Counter(hash_ for kept in self.documents for hash_ in kept.blocks)

    def update_common(self) -> None:
        """A block turns common above COMMON documents and stays so until none is left."""
        counts = self.counts()
        turned = [hash_ for hash_, count in counts.items() if count > COMMON or hash_ in self.common]
        self.common = {hash_: self.common.get(hash_, "") for hash_ in turned}

    def is_over(self, retention: Retention, now: float) -> bool:
        number = len(self.documents)
        too_old = number > retention.min_documents and self.documents[0].time < now - retention.max_age
        return too_old or number > retention.max_documents

    def expire(self, retention: Retention, now: float, limit: int) -> int:
        before = len(self.documents)
        while self.is_over(retention, now) and before - len(self.documents) < limit:
            del self.documents[0]
        self.update_common()
        return before - len(self.documents)

    def keep(self, document: Document) -> Kept:
        """A document is never older than its predecessor: order and age agree when the clock goes back."""
        newest = max([document.time, *(kept.time for kept in self.documents)])
        self.documents.append(Kept(document.key, document.branch, set(document.blocks), newest))
        return self.documents[-1]

    def revise(self, kept: Kept, blocks: Mapping[int, int]) -> Status:
        """The document gains what its domain does not hold; what others hold already is not counted."""
        unseen = blocks.keys() - self.counts().keys()
        if sum(blocks[hash_] for hash_ in unseen) <= REVISION_CHARS:
            return Status.DUPLICATE
        kept.blocks |= unseen
        kept.revision += 1
        return Status.REVISION

    def count(self, document: Document) -> Observation:
        seen = [kept for kept in self.documents if kept.key == document.key]
        kept = seen[0] if seen else self.keep(document)
        status = self.revise(kept, document.blocks) if seen else Status.NEW
        self.update_common()
        branch = tuple(self.node_counts(node, document.blocks) for node in document.branch)
        return Observation(status, kept.revision, branch)

    def node_counts(self, node: str, hashes: Collection[int]) -> NodeCounts:
        here = [kept for kept in self.documents if node in kept.branch]
        return NodeCounts(
            node, len(here), {hash_: sum(hash_ in kept.blocks for kept in here) for hash_ in hashes}
        )


class OracleStore:
    """The `urltree.store.base.Store` that the others are measured against."""

    def __init__(self) -> None:
        self._domains: defaultdict[str, Domain] = defaultdict(Domain)

    def observe(self, document: Document, retention: Retention) -> Observation:
        self._domains[document.domain].expire(retention, document.time, EXPIRE_STEP)
        return self._domains[document.domain].count(document)

    def lookup(self, document: Document) -> Observation:
        return deepcopy(self._domains[document.domain]).count(document)

    def expire(self, domain: str, retention: Retention, now: float) -> int:
        return self._domains[domain].expire(retention, now, sys.maxsize)

    def unnamed(self, domain: str, hashes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(hash_ for hash_ in hashes if self._domains[domain].common.get(hash_) == "")

    def name(self, domain: str, texts: Mapping[int, str]) -> None:
        common = self._domains[domain].common
        common.update((hash_, text) for hash_, text in texts.items() if hash_ in common)

    def nodes(self, domain: str) -> list[NodeSummary]:
        supports = Counter(node for kept in self._domains[domain].documents for node in kept.branch)
        return [NodeSummary(node, support) for node, support in sorted(supports.items())]

    def repeated(self, domain: str, limit: int) -> list[RepeatedBlock]:
        counts = self._domains[domain].counts()
        common = self._domains[domain].common.items()
        blocks = [RepeatedBlock(hash_, counts[hash_], text) for hash_, text in common]
        return sorted(blocks, key=lambda block: (-block.count, block.hash))[:limit]

    def forget(self, domain: str) -> None:
        self._domains.pop(domain, None)

    def close(self) -> None:
        """Nothing is held open."""
