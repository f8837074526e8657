"""From counts as they stand to the answer that a store gives; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.models import NodeCounts, Observation, Status
from urltree.store.base import MATURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    History = NDArray[np.float32]


def answer(
    status: Status,
    revision: int,
    branch: Sequence[NodeCounts],
    history: History | None,
    template_changed: bool = False,
) -> Observation:
    """Leave out the counts that nobody asks for: those of young nodes below the domain."""
    asked = (branch[0], *map(_without_young, branch[1:]))
    return Observation(status, revision, asked, history, template_changed)


def answer_as_if_counted(
    status: Status,
    revision: int,
    branch: Sequence[NodeCounts],
    history: History | None,
    template_changed: bool = False,
) -> Observation:
    """Add a document that was only looked up; the domain comes first and knows which blocks are unseen."""
    unseen = {each for each, count in branch[0].counts.items() if not count}
    if status is Status.NEW:
        branch = [_plus(node, 1, set(node.counts)) for node in branch]
    elif status is Status.REVISION:
        branch = [_plus(node, 0, unseen) for node in branch]
    return answer(status, revision, branch, history, template_changed)


def _plus(node: NodeCounts, documents: int, blocks: set[int]) -> NodeCounts:
    counts = {each: count + (each in blocks) for each, count in node.counts.items()}
    return NodeCounts(node.node, node.support + documents, counts)


def _without_young(node: NodeCounts) -> NodeCounts:
    return node if node.support >= MATURE else NodeCounts(node.node, node.support, {})
