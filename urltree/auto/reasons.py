"""What each group of the inputs of `auto` says of a block, in words.

A group without words here is shown by its name, so that a new group is seen even before it has words.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from urltree.evidence.treeevidence import RUN_WORDS_SCALE
from urltree.features import BLOCK_WORDS_SCALE, CONTAINER_WORDS_SCALE, FEATURES, LEAST_MATCH
from urltree.traits.pathfeatures import MARKS, NAMES, tag_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from urltree.models import NodeCounts, TextBlock

#: How many elements of a path, from its end, are named.
_STEPS = 3


class Group(NamedTuple):
    """Columns [start, end) of the network's inputs."""

    name: str
    start: int
    end: int


class Facts(NamedTuple):
    """The facts about a block from which words are made."""

    block: TextBlock
    #: The block's place among the blocks of the page, from 1, and how many there are.
    place: int
    blocks: int
    #: Counts of the site, and of the node of the branch that is asked.
    domain: NodeCounts
    node: NodeCounts
    #: Whether documents that repeat the page's text are left out of both.
    reprinted: bool = False


def groups(inputs: Sequence[str]) -> list[Group]:
    """Find the groups of columns named ``group: column``; neighbours with one group belong together."""
    found: list[Group] = []
    for name, columns in groupby(inputs, lambda column: column.partition(": ")[0]):
        start = found[-1].end if found else 0
        found.append(Group(name, start, start + len(list(columns))))
    return found


def in_words(group: Group, facts: Facts, values: Mapping[str, float]) -> str:
    """Put into words what a group of inputs says of a block; `values` are those of its columns, by name."""
    known = _OF_PAGE if group.start < len(FEATURES) else _OF_SITE
    write = known.get(group.name)
    return write(facts, values) if write else group.name


def in_documents(count: int, support: int, node: str) -> str:
    """Say in how many documents of a node a block is."""
    return f"in {count:,} of {support:,} documents of {named(node)}"


def named(node: str) -> str:
    """Name a node as readers are told of it: the root holds a sample of the documents of all sites."""
    return node or "a sample of all sites"


def counted(number: int, thing: str) -> str:
    """Write a number of things: ``1 word``, ``1,200 words``."""
    return f"{number:,} {thing}{'s' * (number != 1)}"


def held_before(new_words: float, liked: float) -> str:
    """Say how much of what a path held before was new, and how often that was content."""
    return f"{new_words:.0%} of the words were new, and {liked:.0%} of the documents had content there"


def beside(place: int, words: Sequence[int]) -> str:
    """Say how many words the blocks beside a block have; `place` is its own, from 0."""
    sides = {"before": words[max(place - 1, 0) : place], "after": words[place + 1 : place + 2]}
    said = (f"{counted(size, 'word')} in the block {side} it" for side in sides for size in sides[side])
    return ", ".join(said) or "it is the only block"


def _in_node(facts: Facts, node: NodeCounts) -> str:
    if facts.block.hash is None:
        return "no letters, so it is not counted"
    found = in_documents(node.counts.get(facts.block.hash, 0), node.support, node.node)
    return f"{found}, without those that repeat this page's text" if facts.reprinted else found


def _text(_: Facts, values: Mapping[str, float]) -> str:
    words = round(math.expm1(values["log words"] * BLOCK_WORDS_SCALE))
    return f"{counted(words, 'word')}, {values['link share']:.0%} in links"


def _tags(facts: Facts, _: Mapping[str, float]) -> str:
    steps = facts.block.path.split("/")[-_STEPS:]
    return "inside " + " > ".join(map(tag_of, steps))


def _around(_: Facts, values: Mapping[str, float]) -> str:
    held = round(math.expm1(values["log words 1"] * CONTAINER_WORDS_SCALE))
    return f"{counted(held, 'word')} in the element around it, {values['links 1']:.0%} in links"


def _best_container(_: Facts, values: Mapping[str, float]) -> str:
    return f"{'inside' if values['inside'] else 'outside'} the element with most text"


def _title(_: Facts, values: Mapping[str, float]) -> str:
    if values["best match"] < LEAST_MATCH:
        return "no block resembles the title"
    if values["is best"]:
        return "closest to the title"
    return f"{'after' if values['after best'] else 'before'} the headline"


def _runs(_: Facts, values: Mapping[str, float]) -> str:
    run = round(math.expm1(values["log words between frequent"] * RUN_WORDS_SCALE))
    return f"in a run of {counted(run, 'word')} without template" if run else "part of the template"


def _path(_: Facts, values: Mapping[str, float]) -> str:
    if not values["log documents 0"]:
        return "nothing is known about its place on the page"
    return f"in this place {held_before(values['new words 0'], values['liked 0'])}"


def _opening(_: Facts, values: Mapping[str, float]) -> str:
    how = "like" if values["as the last"] else "unlike"
    return f"it begins {how} the last block in this place; {values['share alike']:.0%} of all began alike"


def _nearest(columns: Iterable[str], some: str, none: str) -> _Write:
    def write(_: Facts, values: Mapping[str, float]) -> str:
        near = sorted(filter(values.__getitem__, columns), key=values.__getitem__, reverse=True)
        return f"{some} {' and '.join(near[:2])}" if near else none

    return write


def _share(column: str, of: str) -> _Write:
    return lambda _, values: f"{values[column]:.0%} of {of}"


_Write = Callable[[Facts, Mapping[str, float]], str]

#: Words for the groups of `urltree.features`.
_OF_PAGE: dict[str, _Write] = {
    "text": _text,
    "position": lambda facts, _: f"block {facts.place} of {facts.blocks}",
    "page": _share("links", "the page's text is links"),
    "tags": _tags,
    "names": _nearest(NAMES, "element names suggest", "no element names suggest anything"),
    "marks": _nearest(MARKS, "inside an element marked", "not inside a marked element"),
    "containers": _around,
    "best container": _best_container,
    "title": _title,
}

#: Words for the groups of `urltree.evidence`.
_OF_SITE: dict[str, _Write] = {
    "domain": lambda facts, _: _in_node(facts, facts.domain),
    "deepest": lambda facts, _: _in_node(facts, facts.node),
    "runs": _runs,
    "path": _path,
    "opening": _opening,
    "containers": _share("share 1", "the element around it is in other documents"),
    "page": _share("share", "the page's text is in other documents"),
}
