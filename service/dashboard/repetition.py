"""How much of a site's repeated text repeats at each node of its URL Tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from urltree.models import MATURE, Document
from urltree.urlkey import parent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from urltree.models import NodeSummary, RepeatedBlock
    from urltree.store import Store

#: Nodes that are looked up, those with most documents: each may take a round trip.
_NODES = 50

#: A URL key that no document has, except by an unlikely coincidence of hashes.
_NOBODY = 0


def repetition(
    store: Store, domain: str, nodes: Sequence[NodeSummary], blocks: Sequence[RepeatedBlock]
) -> dict[str, float]:
    """Return, for each of the largest nodes, the share of these blocks that several of its documents hold.

    Nodes with fewer than `MATURE` documents are left out: they have no counts. Raises `StoreError`.
    """
    largest = sorted(nodes, key=lambda node: -node.support)[:_NODES]
    names = {node.node for node in largest if node.support >= MATURE}
    if domain not in names or not blocks:
        return {}
    asked = {block.hash: 1 for block in blocks}
    found = dict[str, float]()
    for branch in _branches(domain, names):
        answer = store.lookup(Document(domain, _NOBODY, branch, asked, time=0.0))
        for node in answer.nodes:
            # A lookup counts its own document too, so two others make three.
            found[node.node] = sum(count > 2 for count in node.counts.values()) / len(asked)  # noqa: PLR2004
    return found


def _branches(domain: str, names: set[str]) -> Iterator[tuple[str, ...]]:
    """Yield branches, each from the domain down, that together hold all names."""
    above = {name: parent(name, domain, names) for name in names}
    for leaf in sorted(names - {above[name] for name in names if name != domain}):
        yield tuple(reversed(list(_upwards(leaf, domain, above))))


def _upwards(name: str, domain: str, above: dict[str, str]) -> Iterable[str]:
    yield name
    while name != domain:
        name = above[name]
        yield name
