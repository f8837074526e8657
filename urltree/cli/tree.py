"""The command ``urltree tree``."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.text import Text
from rich.tree import Tree

from urltree.cli.console import console
from urltree.cli.options import Data, Store
from urltree.cli.stores import store_to_read
from urltree.commandline.machine import AsJson, echo_json
from urltree.commandline.printable import printable
from urltree.errors import InputError
from urltree.models import NodeSummary, RepeatedBlock
from urltree.store import open_store
from urltree.store.base import COMMON
from urltree.urlkey import domain_meant_by, parent


def tree(
    domain: Annotated[str, typer.Argument(metavar="DOMAIN", help="The site; any host or URL of it will do.")],
    *,
    top: Annotated[
        int, typer.Option(metavar="N", min=1, help="Maximum number of nodes, and of blocks, to show.")
    ] = 20,
    as_json: AsJson = False,
    store: Store = None,
    data: Data = None,
) -> None:
    """Show what has been learnt about a site.

    Prints its nodes, each with its support (the number of documents counted there), then the blocks that
    most documents of the site share, each with its count. A block is listed once nine documents hold it:
    before, it is counted, but its text is not kept.
    """
    site = domain_meant_by(domain)
    with closing(open_store(store_to_read(store, data))) as learnt:
        nodes, repeated = learnt.nodes(site), learnt.repeated(site, top)
    if not nodes:
        raise InputError(
            f"nothing is known about {site}; extract one of its pages first, with this store or data folder"
        )
    largest = _largest(nodes, top)
    if as_json:
        echo_json(_as_dict(site, largest, repeated))
    else:
        _print(largest, len(nodes) - len(largest), repeated)


def _print(nodes: Sequence[NodeSummary], left_out: int, repeated: Sequence[RepeatedBlock]) -> None:
    """Draw for a terminal, where long texts are cut, or for a file, where nothing is cut."""
    out = console()
    out.print(_draw(nodes), no_wrap=True, overflow="ellipsis")
    if left_out:
        out.print(f"nodes not shown: {left_out:,}; use --top to show more")
    for line in ["", *_lines(repeated)]:
        out.print(line, no_wrap=True, overflow="ellipsis")


def _largest(nodes: Sequence[NodeSummary], top: int) -> list[NodeSummary]:
    """Choose the nodes with most support; no node comes before the one above it, whose name is shorter."""
    return sorted(nodes, key=lambda node: (-node.support, len(node.node), node.node))[:top]


def _as_dict(site: str, nodes: Sequence[NodeSummary], repeated: Sequence[RepeatedBlock]) -> dict[str, Any]:
    blocks = [{"text": block.text, "count": block.count} for block in repeated]
    return {"domain": site, "nodes": list(map(asdict, nodes)), "repeated": blocks}


def _draw(nodes: Sequence[NodeSummary]) -> Tree:
    """Draw each node under the nearest drawn node above it; the first node is the domain."""
    first, *rest = nodes
    top = Tree(_label(first, above=""))
    drawn = {first.node: top}
    for node in rest:
        above = parent(node.node, first.node, drawn)
        drawn[node.node] = drawn[above].add(_label(node, above))
    return top


def _label(node: NodeSummary, above: str) -> Text:
    name = node.node.removeprefix(above) or node.node
    return Text.assemble((name, "bold"), f"  {node.support:,}")


def _lines(repeated: Sequence[RepeatedBlock]) -> list[Text]:
    if not repeated:
        return [
            Text(f"No text block yet: each is listed and kept once {COMMON + 1} documents hold it."),
            Text("How many documents hold each block of a page: urltree explain"),
        ]
    rows = (
        Text.assemble(f"{block.count:>9,}  ", printable(block.text) or Text("(text not kept)", "dim"))
        for block in repeated
    )
    return [Text("Documents  text block that they share, except for its numbers", "bold"), *rows]
