"""What every store does alike with what it has counted: which counts it answers, in which order; pure."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from urltree.models import MATURE, NodeCounts, Status, StoreAnswer

if TYPE_CHECKING:
    from urltree.models import FingerprintSummary, RepeatedBlock


def answer(seen: StoreAnswer) -> StoreAnswer:
    """Leave out counts that no heuristic uses: those of young nodes below the domain."""
    return replace(seen, nodes=(seen.nodes[0], *map(_without_young, seen.nodes[1:])))


def answer_as_if_counted(seen: StoreAnswer) -> StoreAnswer:
    """Add a document that was only looked up; the domain's counts, which come first, show unseen blocks."""
    nodes = seen.nodes
    if seen.status is Status.NEW:
        nodes = tuple(_plus(node, 1, set(node.counts)) for node in nodes)
    elif seen.status is Status.REVISION:
        unseen = {each for each, count in nodes[0].counts.items() if not count}
        nodes = tuple(_plus(node, 0, unseen) for node in nodes)
    return answer(replace(seen, nodes=nodes))


def by_count(block: RepeatedBlock) -> tuple[int, int]:
    """Return a sort key: blocks that most documents hold first, then by hash."""
    return -block.count, block.hash


def by_support(summary: FingerprintSummary) -> tuple[int, bytes]:
    """Return a sort key: fingerprints with most documents first, then by bytes."""
    return -summary.support, summary.fingerprint


def _plus(node: NodeCounts, documents: int, blocks: set[int]) -> NodeCounts:
    counts = {each: count + (each in blocks) for each, count in node.counts.items()}
    return NodeCounts(node.node, node.support + documents, counts)


def _without_young(node: NodeCounts) -> NodeCounts:
    return node if node.support >= MATURE else NodeCounts(node.node, node.support, {})
