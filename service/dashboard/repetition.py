"""How much of a site's repeated text repeats at each node of its URL Tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.models import MATURE, Document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urltree.models import NodeSummary, RepeatedBlock
    from urltree.store import Store

#: Nodes that are asked about, those with most documents: each may be a round trip.
_NODES = 50

#: No document has this URL key, for none hashes to it on purpose.
_NOBODY = 0


def parent(name: str, domain: str, known: set[str]) -> str:
    """Name the nearest known node above: one segment of the path less, then one label of the host."""
    while name != domain:
        name = name.rpartition("/")[0] if "/" in name else name.partition(".")[2]
        if not name or name in known:
            break
    return name or domain


def repetition(
    store: Store, domain: str, nodes: Sequence[NodeSummary], blocks: Sequence[RepeatedBlock]
) -> dict[str, float]:
    """Give the share of these blocks that more than one document of a node holds, of the largest nodes.

    A node with fewer than `MATURE` documents is left out: it answers no counts. Raises `StoreError`.
    """
    largest = sorted(nodes, key=lambda node: -node.support)[:_NODES]
    names = {node.node for node in largest if node.support >= MATURE}
    if domain not in names or not blocks:
        return {}
    asked = {block.hash: 1 for block in blocks}
    found = dict[str, float]()
    for branch in _branches(domain, names):
        answer = store.lookup(Document(domain, _NOBODY, branch, asked, time=0.0))
        for node in answer.branch:
            # A document that is looked up is counted in.
            found[node.node] = sum(count > 2 for count in node.counts.values()) / len(asked)  # noqa: PLR2004
    return found


def _branches(domain: str, names: set[str]) -> Iterator[tuple[str, ...]]:
    """Give branches, each from the domain down, that hold all names."""
    above = {name: parent(name, domain, names) for name in names}
    for leaf in sorted(names - {above[name] for name in names if name != domain}):
        yield tuple(reversed(list(_upwards(leaf, domain, above))))


def _upwards(name: str, domain: str, above: dict[str, str]) -> Iterable[str]:
    yield name
    while name != domain:
        name = above[name]
        yield name
