"""Counts along the branch -> labels (URL Tree §4 and §5.4), and scores -> labels; pure.

`urltree.decide` gives the heuristics their names.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import repeat, takewhile
from typing import TYPE_CHECKING

from urltree.models import MATURE, Decision, Label
from urltree.traits.pathfeatures import tag_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from urltree.models import Branch, NodeCounts, TextBlock

#: Blocks that more than this many documents hold are boilerplate (c_max of §5.4).
MAX_COUNT = 1

#: Label by whether a block is content; to look it up in the enum takes several times as long.
_LABELS = (Label.BOILERPLATE, Label.CONTENT)

#: Makes a decision of its fields, without a call of Python code for each.
_decision = partial(tuple.__new__, Decision)

#: Elements whose text is boilerplate to `vote`: the first anywhere, the second outside of articles, which may
#: have a header of their own.
_ASIDES = frozenset({"nav", "form", "address"})
_EDGES = frozenset({"header", "aside", "footer"})
_ARTICLES = frozenset({"article", "main"})


def is_warm(branch: Branch) -> bool:
    """Say whether the domain has seen enough documents to judge by; no node below it has seen more."""
    return branch.domain.support >= MATURE


def strict(blocks: Sequence[TextBlock], branch: Branch) -> list[Decision]:
    """Ask the deepest node with n_s >= 5, else the root; c > 1 is boilerplate."""
    return _threshold(blocks, branch.deepest(MATURE) or branch.root, MAX_COUNT)


def strict_support(number: int, blocks: Sequence[TextBlock], branch: Branch) -> list[Decision]:
    """Ask the deepest node with n_s > N, and n_s >= 5 as in `strict`, else the root."""
    return _threshold(blocks, branch.deepest(max(MATURE, number + 1)) or branch.root, MAX_COUNT)


def strict_at_domain(blocks: Sequence[TextBlock], branch: Branch) -> list[Decision]:
    """Ask the domain."""
    return _threshold(blocks, branch.domain, MAX_COUNT)


def relaxed_at_domain(number: int, blocks: Sequence[TextBlock], branch: Branch) -> list[Decision]:
    """Ask the domain; once it has n_s > N, only c > 2 is boilerplate.

    The paper may also be read as asking the deepest node instead of the domain; on our streams that is worse.
    """
    return _threshold(blocks, branch.domain, MAX_COUNT + (branch.domain.support > number))


def by_score(
    blocks: Sequence[TextBlock], content: NDArray[np.bool_], scores: NDArray[np.floating], node: NodeCounts
) -> list[Decision]:
    """Label n blocks as `content` (n,) says, with scores (n,); the counts of the node decide nothing here."""
    labels = [_LABELS[wanted] for wanted in content.tolist()]
    counts = [0 if block.hash is None else node.counts.get(block.hash, 0) for block in blocks]
    rounded = scores.astype(float).round(4).tolist()
    return list(map(_decision, zip(labels, counts, repeat(node.support), repeat(node.node), rounded)))


def vote(divisor: int, tie: Label, blocks: Sequence[TextBlock], branch: Branch) -> list[Decision]:
    """Let every node below the root with n_s >= 5 vote: for boilerplate where c > n_s // divisor + 1.

    This is how the authors' deployed system votes; it is not in the paper. While no node may vote, the root
    decides as in `strict`. Whatever the counts, blocks that stand apart are boilerplate; in the authors' code
    these are more, as it spares no articles (docs/papers.md).
    """
    return [
        decision._replace(label=Label.BOILERPLATE) if _stands_apart(block) else decision
        for block, decision in zip(blocks, _votes(divisor, tie, blocks, branch), strict=True)
    ]


def _votes(divisor: int, tie: Label, blocks: Sequence[TextBlock], branch: Branch) -> list[Decision]:
    voters = [node for node in (branch.domain, *branch.below) if node.support >= MATURE]
    if not voters:
        return strict(blocks, branch)
    deepest = _threshold(blocks, voters[-1], MAX_COUNT)
    ballots = [_threshold(blocks, node, node.support // divisor + 1) for node in voters]
    return [
        decision._replace(label=_majority((ballot.label for ballot in votes), tie))
        for decision, *votes in zip(deepest, *ballots, strict=True)
    ]


def _stands_apart(block: TextBlock) -> bool:
    """Say whether a block is all link text, or in an element that is not for the text of a page."""
    return block.link_chars >= len(block.text) or _is_apart(block.path)


@lru_cache(maxsize=65_536)
def _is_apart(path: str) -> bool:
    tags = [tag_of(step) for step in path.split("/")]
    before_article = takewhile(lambda tag: tag not in _ARTICLES, tags)
    return not _ASIDES.isdisjoint(tags) or not _EDGES.isdisjoint(before_article)


def _threshold(blocks: Sequence[TextBlock], node: NodeCounts, most: int) -> list[Decision]:
    counts = node.counts
    made = {
        count: Decision(Label.BOILERPLATE if count > most else Label.CONTENT, count, node.support, node.node)
        for count in {0, *counts.values()}
    }
    return _filled(
        [None if block.hash is None else made[counts.get(block.hash, 0)] for block in blocks], node
    )


def _filled(decisions: list[Decision | None], node: NodeCounts) -> list[Decision]:
    """Decide on blocks without letters: boilerplate if the nearest block with letters on either side is."""
    before, after = _carried_forward(decisions), _carried_forward(decisions[::-1])[::-1]
    return [
        own or Decision(_label_between(left, right), 0, node.support, node.node)
        for own, left, right in zip(decisions, before, after, strict=True)
    ]


def _carried_forward(decisions: Iterable[Decision | None]) -> list[Decision | None]:
    last: Decision | None = None
    return [last := decision or last for decision in decisions]


def _label_between(*neighbours: Decision | None) -> Label:
    boilerplate = any(decision and decision.label is Label.BOILERPLATE for decision in neighbours)
    return Label.BOILERPLATE if boilerplate else Label.CONTENT


def _majority(labels: Iterable[Label], tie: Label) -> Label:
    lead = sum(1 if label is Label.BOILERPLATE else -1 for label in labels)
    if not lead:
        return tie
    return Label.BOILERPLATE if lead > 0 else Label.CONTENT
