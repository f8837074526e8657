"""The heuristic ``auto``: block features and tree evidence, scored by one small network.

blocks ─ features ─┐
                   ├─ network ─ scores ─► decisions
counts ─ evidence ─┘

One network for cold and warm: a page without history has evidence 0, and evidence grows with the site.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from urltree.evidence import EVIDENCE, LOG_COUNT_SCALE, asked, tree_evidence
from urltree.features import FEATURES, page_features
from urltree.models import Decision, Label
from urltree.scorer import load_network

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import NodeCounts, TextBlock
    from urltree.scorer import Network

WEIGHTS = Path(__file__).parent / "weights" / "auto.npz"

#: The network's inputs, in order.
INPUTS = (*FEATURES, *EVIDENCE)

_SHARE = INPUTS.index("domain: share")
_LOG_COUNT = INPUTS.index("domain: log count")

#: What so many documents of the domain hold, and this share of them, is never content.
TEMPLATE_COUNT = 3
TEMPLATE_SHARE = 0.5

#: A block is content from this score on; the next lower one is taken while the text has under `FEW_WORDS`.
THRESHOLDS = (0.5, 0.35, 0.25, 0.15)
FEW_WORDS = 25


def auto(
    blocks: Sequence[TextBlock], branch: Sequence[NodeCounts], title: str | None = None
) -> list[Decision]:
    """Decide on the blocks of a page; `title` is the headline as far as it is known."""
    if not blocks:
        return []
    inputs, words = network_inputs(blocks, branch, title)
    scores = score(shipped_network(), inputs)
    content = choose(scores, words)
    node = asked(branch)
    rounded = scores.astype(float).round(4)
    return [
        _decision(block, node, wanted, sure)
        for block, wanted, sure in zip(blocks, content.tolist(), rounded.tolist(), strict=True)
    ]


def _decision(block: TextBlock, node: NodeCounts, wanted: bool, sure: float) -> Decision:
    label = Label.CONTENT if wanted else Label.BOILERPLATE
    count = 0 if block.hash is None else node.counts.get(block.hash, 0)
    return Decision(label, count, node.support, node.node, sure)


def network_inputs(
    blocks: Sequence[TextBlock], branch: Sequence[NodeCounts], title: str | None
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Give the network's inputs, float32 (n, len(INPUTS)), and the words of n blocks, at least one."""
    page = page_features(blocks, title)
    evidence = tree_evidence(blocks, branch, page.words, page.long, page.containers)
    return np.concatenate((page.matrix, evidence), axis=1), page.words


def score(network: Network, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Score n blocks by their inputs, (n,): 0 for the template of a known domain."""
    count = np.rint(np.exp(inputs[:, _LOG_COUNT] * LOG_COUNT_SCALE))
    template = (count >= TEMPLATE_COUNT) & (inputs[:, _SHARE] > TEMPLATE_SHARE)
    return network.score(inputs) * ~template


def choose(scores: NDArray[np.float32], words: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Say which of n blocks are content, by their scores (n,) and words (n,): if none, then the best."""
    for threshold in THRESHOLDS:
        content = scores >= threshold
        if words[content].sum() >= FEW_WORDS:
            break
    return content if content.any() else (scores == scores.max()) & (scores > 0)


@cache
def shipped_network() -> Network:
    """Load the network that comes with the library, once."""
    return load_network(WEIGHTS)
