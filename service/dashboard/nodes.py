"""The URL Tree of a domain, as a table whose rows open."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from service.dashboard.table import Column, Table, cell
from service.dashboard.words import figure, share
from urltree.urlkey import parent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from urltree.models import NodeSummary

#: The most rows that are shown, and the most children of one node, those with most documents.
_ROWS, _CHILDREN = 500, 100

_COLUMNS = (
    Column("node", "Node"),
    Column("support", "Documents", "number"),
    Column("share", "Of the site", "bar"),
    Column("repeats", "Repeated text", "number"),
)


class NodeTree:
    """The tree in one browser; the domain is open to begin with."""

    def __init__(self, domain: str) -> None:
        self._domain = domain
        self._open = {domain}
        self._nodes: Sequence[NodeSummary] = ()
        self._repeats: Mapping[str, float] = {}
        self._table = Table("Nodes of the URL Tree", _COLUMNS, on_act=self._turn)

    def show(self, nodes: Sequence[NodeSummary], repeats: Mapping[str, float]) -> None:
        """Show the open nodes and their children; `repeats` is what `repetition` returns."""
        self._nodes, self._repeats = nodes, repeats
        tree = children(nodes, self._domain)
        supports = {node.node: node.support for node in nodes}
        whole = supports.get(self._domain, 0)
        rows = [
            {
                "id": name,
                "node": cell(name, level=level, is_open=name in self._open if name in tree else None),
                "support": figure(supports[name]),
                "share": supports[name] / whole,
                "repeats": share(repeats.get(name)),
            }
            for name, level in self._walk([self._domain] if whole else [], 0, tree)
        ]
        self._table.show(rows[:_ROWS])

    async def _turn(self, _event: str, node: str) -> None:
        self._open ^= {node}
        self.show(self._nodes, self._repeats)

    def _walk(
        self, names: Sequence[str], level: int, tree: Mapping[str, Sequence[str]]
    ) -> Iterator[tuple[str, int]]:
        for name in names:
            yield name, level
            if name in self._open:
                yield from self._walk(tree.get(name, ())[:_CHILDREN], level + 1, tree)


def children(nodes: Sequence[NodeSummary], domain: str) -> dict[str, list[str]]:
    """Return the children of each node that has some, those with most documents first."""
    known = {node.node for node in nodes}
    found = defaultdict[str, list[str]](list)
    for node in sorted(nodes, key=lambda node: (-node.support, node.node)):
        if node.node != domain:
            found[parent(node.node, domain, known)].append(node.node)
    return dict(found)
