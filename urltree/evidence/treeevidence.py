"""Tree evidence: what the counts along the branch say of a page's blocks; pure.

All columns are 0 while the page is the only one of its domain: a lack of evidence is neutral.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from urltree.evidence.pathhistory import NEW_SHARE
from urltree.traits.columns import stack, stack_levels
from urltree.traits.elements import CONTAINER_LEVELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from urltree.models import Branch, NodeCounts, TextBlock
    from urltree.traits.elements import Elements

    Floats = NDArray[np.floating]

#: Logarithms of the counts of blocks, and of the documents of a node, are divided by these.
LOG_COUNT_SCALE = 6
LOG_SUPPORT_SCALE = 8

#: Logarithms of the words of a run are divided by this.
RUN_WORDS_SCALE = 8

#: A block is frequent if at least this share of the other documents hold it.
FREQUENT = 0.2

#: A block is widespread if at least so many documents hold it, and more than this share of a node's.
_WIDESPREAD = ((5, 0.2), (3, 0.5))

_NODE = ("log support", "log count", "share", "alone", "rare", "widespread")
_RUN = ("log words", "log long words", "share of words", "longest", "from start", "to end")

#: Group -> names of its columns, in the order of the matrix.
GROUPS: dict[str, tuple[str, ...]] = {
    "domain": _NODE,
    "deepest": _NODE,
    "runs": tuple(f"{name} between {kind}" for kind in ("frequent", "repeated") for name in _RUN),
    "containers": tuple(
        f"{name} {level}" for level in range(CONTAINER_LEVELS) for name in ("share", "log new words")
    ),
    "page": ("no letters", "share", "frequent"),
}

#: The names of all columns, ``group: name``.
EVIDENCE = tuple(f"{group}: {name}" for group, names in GROUPS.items() for name in names)


class _Node(NamedTuple):
    support: int
    #: float (n,): documents that hold the block, this one included; interpolated where it has no hash.
    counts: Floats
    #: float (n,): share of the other documents that hold the block.
    share: Floats


def tree_evidence(
    blocks: Sequence[TextBlock],
    branch: Branch,
    words: Floats,
    long: NDArray[np.bool_],
    elements: Elements,
) -> NDArray[np.float32]:
    """Return float32 (n, len(EVIDENCE)) for n blocks, at least one, and the counts along their branch.

    `words` (n,) are the blocks' words, `long` (n,) says which are long text, `elements` are those around
    them.
    """
    domain = branch.domain
    if domain.support <= 1:
        return np.zeros((len(blocks), len(EVIDENCE)), np.float32, order="F")
    deepest = branch.asked
    hashes = [block.hash for block in blocks]
    near = _node(hashes, domain)
    of_domain = _node_columns(near)
    of_deepest = of_domain if deepest is domain else _node_columns(_node(hashes, deepest))
    share = near.share
    groups = (
        of_domain,
        of_deepest,
        _runs(share >= FREQUENT, words, long),
        _runs(near.counts > 1, words, long),
        _containers(share, words, elements),
        _page(hashes, share, words),
    )
    return np.concatenate([group.T for group in groups], dtype=np.float32).T


def _node(hashes: Sequence[int | None], node: NodeCounts) -> _Node:
    counts = _counts(hashes, node.counts)
    return _Node(node.support, counts, (counts - 1) / (node.support - 1))


def _counts(hashes: Sequence[int | None], known: Mapping[int, int]) -> Floats:
    """Count documents, this one included; for a block without letters, interpolate between its neighbours.

    A block that a page has gained since it was counted may have no count; it is taken to be 1.
    """
    counts: Floats = np.array([0 if each is None else known.get(each) or 1 for each in hashes], float)
    with_letters = counts.nonzero()[0]
    if 0 < len(with_letters) < len(counts):
        counts = np.interp(np.arange(len(counts)), with_letters, counts[with_letters])
    return np.maximum(counts, 1)


def _node_columns(node: _Node) -> Floats:
    support, counts, share = node
    columns = (
        np.full(len(counts), log(support) / LOG_SUPPORT_SCALE),
        np.log(counts) / LOG_COUNT_SCALE,
        share,
        counts <= 1,
        counts <= max(1, NEW_SHARE * support),
        _is_widespread(counts, support),
    )
    return stack(columns)


def _is_widespread(counts: Floats, support: int) -> NDArray[np.bool_]:
    held = [(counts >= least) & (counts > share * support) for least, share in _WIDESPREAD]
    widespread: NDArray[np.bool_] = np.logical_or.reduce(held)
    return widespread


def _runs(template: NDArray[np.bool_], words: Floats, long: NDArray[np.bool_]) -> Floats:
    """Describe the runs of blocks between those of the template, which themselves have 0."""
    own = ~template
    runs = template.cumsum()
    index = np.arange(len(runs))
    own_words = words * own
    in_run, long_in_run = np.bincount(runs, own_words), np.bincount(runs, own_words * long)
    since = index - np.maximum.accumulate(np.where(template, index, -1))
    until = np.minimum.accumulate(np.where(template, index, len(index))[::-1])[::-1] - index
    of_runs = (*np.log1p((in_run, long_in_run)) / RUN_WORDS_SCALE, in_run / max(in_run.sum(), 1))
    columns = (
        *np.array(of_runs).take(runs, axis=1),
        runs == long_in_run.argmax(),
        *(1 / np.maximum((since, until), 1)),
    )
    return (np.array(columns, np.float32) * own).T


def _containers(share: Floats, words: Floats, elements: Elements) -> Floats:
    shared, held = elements.containers.sums(share * words, words)
    return stack_levels((shared / held, np.log1p(held - shared) / 8))


def _page(hashes: Sequence[int | None], share: Floats, words: Floats) -> Floats:
    no_letters = np.array([each is None for each in hashes])
    known = (share * words).sum() / words.sum(), words[share >= FREQUENT].sum() / words.sum()
    return stack((no_letters, *(np.full(len(share), each) for each in known)))
