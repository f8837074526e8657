"""One domain's counters in this process, laid out as keys.py describes for Redis.

Rare blocks list the documents that hold them; common blocks have a slot, and each mature node has a counter
for each slot.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from time import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.evidence.pathhistory import path_sums, strange_share
from urltree.models import MATURE, NodeCounts, NodeSummary, RepeatedBlock, Status, StoreAnswer
from urltree.store.answer import answer, answer_as_if_counted, by_count
from urltree.store.base import (
    COMMON,
    EXPIRE_BATCH,
    EXPIRE_STEP,
    REVISION_CHARS,
    STRANGE_SHARE,
    STRANGERS,
    STRAYS,
)
from urltree.store.fingerprints import Fingerprints
from urltree.store.pathtable import PathTable
from urltree.store.rare import Held, RareBlocks
from urltree.store.slots import Counters, Slots, SlotTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from urltree.models import Document, FingerprintSummary, PathHistory, Retention


@dataclass(slots=True, eq=False)
class Node:
    """A node of the domain. While it is young it has no counters but lists its documents."""

    name: str
    counters: Counters | None = None
    support: int = 0
    young: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Kept:
    """A document that retention keeps."""

    key: int
    time: float
    branch: tuple[Node, ...]
    #: Slots of its blocks that were common when it came or have become so since.
    slots: Slots
    #: None if it has none.
    fingerprint: bytes | None
    revision: int = 0


class CommonBlocks(NamedTuple):
    """The common blocks of a document, in its order."""

    hashes: list[int]
    slots: Slots


class DomainCounts:
    """The verbs of `Store` for one domain. Documents are numbered as they come, from 1."""

    def __init__(self) -> None:
        self._documents: dict[int, Kept] = {}
        self._first = 1
        self._seen: dict[int, int] = {}
        self._nodes: dict[str, Node] = {}
        self._rare = RareBlocks()
        self._common = SlotTable()
        self._paths = PathTable()
        self._fingerprints = Fingerprints()
        #: Number of the last document before the current row of strange ones; templates up to it are known.
        self._known = 0
        #: Strange documents in that row.
        self._row = 0

    def observe(self, document: Document, retention: Retention) -> StoreAnswer:
        """See `Store.observe`."""
        now = self._now(document.time)
        self._drop(retention, now, room=document.key not in self._seen, limit=EXPIRE_STEP)
        held, number = self._held(document.blocks), self._seen.get(document.key)
        if number is None:
            return answer(self._observe_new(document, held, now))
        return answer(self._observe_again(document, held, number))

    def lookup(self, document: Document) -> StoreAnswer:
        """See `Store.lookup`."""
        held, number = self._held(document.blocks), self._seen.get(document.key)
        if number is not None:
            again = self._status(number, document.blocks, held)
            return answer_as_if_counted(self._seen_again(document, held, number, *again))
        branch = self._branch(document, held, self._common_blocks(document))
        history, now = self._history(document), self._now(document.time)
        return answer_as_if_counted(StoreAnswer(Status.NEW, 0, branch, history, first_seen=now))

    def expire(self, retention: Retention, now: float) -> int:
        """See `Store.expire`."""
        return self._drop(retention, min(now, time()), room=False, limit=EXPIRE_BATCH)

    def has_documents(self) -> bool:
        """Return whether the domain has documents, so that it is listed as one."""
        return bool(self._documents)

    def name(self, texts: Mapping[int, str]) -> None:
        """See `Store.name`."""
        self._common.texts.update({each: text for each, text in texts.items() if each in self._common.slots})

    def nodes(self) -> list[NodeSummary]:
        """See `Store.nodes`."""
        return [NodeSummary(name, self._nodes[name].support) for name in sorted(self._nodes)]

    def repeated(self, limit: int) -> list[RepeatedBlock]:
        """See `Store.repeated`."""
        hashes, texts = list(self._common.slots), self._common.texts
        if not hashes:
            return []
        counts = self._counters(self._documents[self._first].branch[0]).read(self._common.of(hashes))
        found = (RepeatedBlock(each, n, texts.get(each, "")) for each, n in zip(hashes, counts, strict=True))
        return sorted(found, key=by_count)[:limit]

    def fingerprints(self) -> list[FingerprintSummary]:
        """See `Store.fingerprints`."""
        return self._fingerprints.summaries()

    def _observe_new(self, document: Document, held: Held, now: float) -> StoreAnswer:
        history = self._history(document)
        common = self._count(document, held, now)
        branch = self._branch(document, held, common)
        changed = self._learn(document, branch[0], history)
        return StoreAnswer(Status.NEW, 0, branch, history, changed, first_seen=now)

    def _observe_again(self, document: Document, held: Held, number: int) -> StoreAnswer:
        status, revision = self._status(number, document.blocks, held)
        if status is Status.REVISION:
            self._documents[number].revision = revision
            added: Held = {}
            self._hold(self._unseen(document.blocks, held), added, number)
            held |= added
        return self._seen_again(document, held, number, status, revision)

    def _seen_again(
        self, document: Document, held: Held, number: int, status: Status, revision: int
    ) -> StoreAnswer:
        """Return what is known of a document that has come before, as that `number`."""
        branch = self._branch(document, held, self._common_blocks(document))
        age, first_seen = self._next() - number, self._documents[number].time
        return StoreAnswer(status, revision, branch, self._history(document), age=age, first_seen=first_seen)

    def _now(self, given: float) -> float:
        """Return the time of a document that comes now: not before the last one's, nor ahead of our clock."""
        last = self._documents.get(self._next() - 1)
        return min(max(given, last.time if last else 0.0), time())

    def _next(self) -> int:
        return self._first + len(self._documents)

    def _history(self, document: Document) -> PathHistory | None:
        if document.paths is None:
            return None
        return self._paths.read(document.paths.hashes, self._next(), self._first)

    def _learn(self, document: Document, domain: NodeCounts, history: PathHistory | None) -> bool:
        """Learn the paths and template of a document just counted; return whether the site's has changed."""
        number = self._next() - 1
        first = self._fingerprints.add(document.sample, number) if document.sample else number
        is_strange = False
        if document.paths is not None and history is not None:
            sums = path_sums(document.paths, domain, history)
            self._paths.add(document.paths, history, sums, number)
            is_new = domain.support > MATURE and first > self._known
            is_strange = is_new and strange_share(document.paths, history) > STRANGE_SHARE
        self._row += is_strange
        changed = self._row == STRANGERS
        if changed or not self._row or number - self._known - self._row > STRAYS:
            self._known, self._row = number, 0
        return changed

    def _held(self, hashes: Iterable[int]) -> Held:
        common = self._common.slots
        return self._rare.find([each for each in hashes if each not in common], self._first)

    def _unseen(self, hashes: Iterable[int], held: Held) -> list[int]:
        common = self._common.slots
        return [each for each in hashes if each not in held and each not in common]

    def _status(self, number: int, blocks: Mapping[int, int], held: Held) -> tuple[Status, int]:
        revision = self._documents[number].revision
        if sum(blocks[each] for each in self._unseen(blocks, held)) > REVISION_CHARS:
            return Status.REVISION, revision + 1
        return Status.DUPLICATE, revision

    def _count(self, document: Document, held: Held, now: float) -> CommonBlocks:
        """Count a new document, update `held`, and return its common blocks."""
        number = self._next()
        branch = self._open(document.branch)
        for node in branch:
            self._add(node, number)
        self._hold(self._unseen(document.blocks, held), held, number)
        common = self._common_blocks(document)
        fingerprint = document.sample.fingerprint if document.sample else None
        self._documents[number] = Kept(document.key, now, branch, common.slots, fingerprint)
        self._seen[document.key] = number
        for node in branch:
            if node.counters:
                node.counters.add(common.slots)
        return common

    def _common_blocks(self, document: Document) -> CommonBlocks:
        common = self._common.slots
        blocks = [each for each in document.blocks if each in common]
        return CommonBlocks(blocks, self._common.of(blocks))

    def _open(self, names: Sequence[str]) -> tuple[Node, ...]:
        for depth, name in enumerate(names):
            if name not in self._nodes:
                self._nodes[name] = Node(name, None if depth else Counters(self._common))
        return tuple(self._nodes[name] for name in names)

    def _add(self, node: Node, number: int) -> None:
        node.support += 1
        if node.counters is None and node.support < MATURE:
            node.young.append(number)
        elif node.counters is None:
            node.counters, node.young = self._counters(node), []

    def _counters(self, node: Node) -> Counters:
        """Return a node's counters; those of a young node are computed from its documents."""
        if node.counters is not None:
            return node.counters
        counters = Counters(self._common)
        for each in node.young:
            counters.add(self._documents[each].slots)
        return counters

    def _hold(self, unseen: list[int], held: Held, number: int) -> None:
        """Add a document to unseen and `held` blocks, update `held`, give slots to blocks now common."""
        # A list that is longer than `COMMON` has found no slot free.
        longer = {each: (*numbers, number) for each, numbers in held.items() if len(numbers) <= COMMON}
        self._rare.add(unseen, longer, number, self._first)
        held.update(longer)
        held.update(dict.fromkeys(unseen, (number,)))
        common = [each for each, numbers in longer.items() if len(numbers) > COMMON]
        promoted = [each for each in common if self._common.take(each)]
        self._rare.remove(promoted)
        holders: defaultdict[int, list[int]] = defaultdict(list)
        for each in promoted:
            for other in held.pop(each)[:-1]:
                holders[other].append(each)
        for other, blocks in holders.items():
            self._add_slots(self._documents[other], self._common.of(blocks))

    def _add_slots(self, kept: Kept, slots: Slots) -> None:
        """Add slots to a document that is counted already."""
        kept.slots = np.concatenate([kept.slots, slots])
        for node in kept.branch:
            if node.counters:
                node.counters.add(slots)

    def _drop(self, retention: Retention, now: float, *, room: bool, limit: int) -> int:
        before = len(self._documents)
        while before - len(self._documents) < limit and self._is_over(retention, now, room=room):
            self._forget(self._documents.pop(self._first))
        self._rare.sweep(self._first, len(self._documents))
        return before - len(self._documents)

    def _is_over(self, retention: Retention, now: float, *, room: bool) -> bool:
        kept = len(self._documents)
        if not kept or kept + room > retention.max_documents:
            return kept > 0
        too_old = now - self._documents[self._first].time > retention.max_age
        return too_old and kept > retention.min_documents

    def _forget(self, kept: Kept) -> None:
        self._first += 1
        del self._seen[kept.key]
        if kept.fingerprint:
            self._fingerprints.remove(kept.fingerprint)
        for node in kept.branch:
            node.support -= 1
            node.young = node.young[1:]
            if node.counters:
                node.counters.remove(kept.slots)
            if not node.support:
                del self._nodes[node.name]
        counts = self._counters(kept.branch[0]).read(kept.slots)
        self._common.free(slot for slot, left in zip(kept.slots.tolist(), counts, strict=True) if not left)

    def _branch(self, document: Document, held: Held, common: CommonBlocks) -> tuple[NodeCounts, ...]:
        holders = [
            ([node for number in numbers for node in self._documents[number].branch], blocks)
            for numbers, blocks in _by_holders(held).items()
        ]
        zeros = dict.fromkeys(document.blocks, 0)
        branch = []
        for name in document.branch:
            node = self._nodes.get(name) or Node(name)
            counts = zeros
            if node.counters or node.support >= MATURE - 1:
                counts = zeros | _below(node, holders)
                counts.update(zip(common.hashes, self._counters(node).read(common.slots), strict=True))
            branch.append(NodeCounts(name, node.support, counts))
        return tuple(branch)


def _below(node: Node, holders: Iterable[tuple[Sequence[Node], Sequence[int]]]) -> dict[int, int]:
    """Count for each rare block how many documents below a node hold it.

    `holders` are the nodes of the documents that hold the same blocks, and these blocks.
    """
    counted = ((nodes.count(node), blocks) for nodes, blocks in holders)
    return {block: count for count, blocks in counted for block in blocks}


def _by_holders(held: Held) -> dict[tuple[int, ...], list[int]]:
    """Group rare blocks by the documents that hold them, because many have the same."""
    holders: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for block, numbers in held.items():
        holders[numbers].append(block)
    return holders
