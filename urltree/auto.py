"""The heuristic ``auto``: block features and tree evidence, scored by one small network.

blocks ─ features ─┬─ network that knows nothing of the site ─► what the tree is told of the paths
                   └─┐
counts ─ evidence ───┼─ network ─ scores ─► decisions
paths ─ history ─────┘

One network for cold and warm: a page without history has evidence 0, and evidence grows with the site. Paths
learn from how pages score without their site, never from decisions, lest an error confirm itself.
"""

from __future__ import annotations

from functools import cache
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from urltree.article import LIKELY, find_article
from urltree.evidence import EVIDENCE, LOG_COUNT_SCALE, LOG_SUPPORT_SCALE, asked, tree_evidence
from urltree.features import BLOCK_WORDS_SCALE, FEATURES, page_features
from urltree.models import MATURE, TEMPLATE_COUNT, TEMPLATE_SHARE, Decision, Label
from urltree.pathhistory import LOG_SCALE, PATH_EVIDENCE, outline, page_paths, path_evidence
from urltree.pathsums import strange_share
from urltree.retold import differs_in_numbers, without_retellers
from urltree.scorer import load_network
from urltree.wholes import completed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.models import NodeCounts, Observation, PagePaths, PathHistory, TextBlock
    from urltree.scorer import Network

WEIGHTS = Path(__file__).parent / "weights" / "auto.npz"

#: The network's inputs, in order.
INPUTS = (*FEATURES, *EVIDENCE, *PATH_EVIDENCE)

#: A path that so many documents had, where blocks are long and so few of them and of their words new, holds
#: teasers or notices: nothing on it but the headline is content.
STALE_DOCUMENTS = 5
STALE_BLOCK_WORDS = 10
STALE_NEW_BLOCKS = 0.35
STALE_NEW_WORDS = 0.55

#: But where over this share of a page's likely text would be such, it is the article, in a place that
#: listings have filled with articles, too.
STALE_TEXT = 0.95

#: Blocks so like the title are one headline, which is kept once.
HEADLINE_MATCH = 0.8

#: What is so like the title and before the headline leads to it, as breadcrumbs do, and is not content.
LEAD_MATCH = 0.5

#: The past counts in full on a page with this share of its words on well-known paths.
FAMILIAR_SHARE = 0.5

#: Documents of a site by which all is known that can be known of it.
KNOWN_DOCUMENTS = 50

_SHARE = INPUTS.index("domain: share")
_LOG_COUNT = INPUTS.index("domain: log count")
_LOG_SUPPORT = INPUTS.index("domain: log support")
_LOG_WORDS = INPUTS.index("text: log words")
_DIGITS = INPUTS.index("text: digit share")
_HEADLINE = INPUTS.index("title: is best")
_TITLE_MATCH = INPUTS.index("title: match")
_LOG_DOCUMENTS = INPUTS.index("path: log documents 0")
_LOG_BLOCK_WORDS = INPUTS.index("path: log words a block 0")
_NEW_BLOCKS = INPUTS.index("path: new blocks 0")
_NEW_WORDS = INPUTS.index("path: new words 0")


class AutoReading:
    """A page as `auto` sees it by itself; `title` is the headline as far as it is known."""

    def __init__(self, blocks: Sequence[TextBlock], title: str | None) -> None:
        self._blocks = blocks
        #: What the history of paths is to learn; None for a page without blocks.
        self.paths: PagePaths | None = None
        if blocks:
            self._page = page_features(blocks, title)
            self._outline = outline(blocks)
            self._begun = shipped_network().begin(self._page.matrix)
            cold = cold_network().finish(self._begun)
            self.paths = page_paths(blocks, self._outline, self._page.words, cold)

    def decide(self, seen: Observation) -> list[Decision]:
        """Decide on the blocks by what the tree has seen."""
        if not self._blocks:
            return []
        inputs = self.inputs(seen)
        scores = self._scores(inputs)
        content = choose(self._blocks, scores, self._page.words, inputs)
        node = asked(seen.branch)
        return list(
            map(
                Decision,
                [Label.CONTENT if wanted else Label.BOILERPLATE for wanted in content.tolist()],
                [0 if block.hash is None else node.counts.get(block.hash, 0) for block in self._blocks],
                repeat(node.support),
                repeat(node.node),
                scores.astype(float).round(4).tolist(),
            )
        )

    def _scores(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        network = shipped_network()
        sums = self._begun + network.begin(inputs[:, len(FEATURES) :], len(FEATURES))
        return permitted(network.finish(sums), inputs)

    def inputs(self, seen: Observation) -> NDArray[np.float32]:
        """Give the network's inputs of n blocks, at least one: (n, len(INPUTS))."""
        page, branch = self._page, self.branch(seen)
        evidence = tree_evidence(self._blocks, branch, page.words, page.long, page.containers)
        past = path_evidence(self._outline, seen.history)
        inputs = np.concatenate((page.matrix, evidence, past), axis=1)
        inputs[:, len(FEATURES) :] *= self.familiarity(seen)
        return inputs

    def belongs(self, scores: NDArray[np.float32], inputs: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Say which of n blocks, at least one, are content for what they are part of or head, (n,)."""
        words = self._page.words
        return choose(self._blocks, scores, words, inputs) & ~_article(scores, words, inputs)

    def branch(self, seen: Observation) -> Sequence[NodeCounts]:
        """Give the counts that speak of the page: documents that tell its text too do not."""
        return without_retellers(seen.branch, self.paths) if self.paths else seen.branch

    def familiarity(self, seen: Observation) -> float:
        """Say for how much the past of its site counts, 0 to 1."""
        if self.paths is None or self.differs_in_numbers(seen):
            return 0
        return familiarity(self.paths, seen.history) if seen.history is not None else 1

    def differs_in_numbers(self, seen: Observation) -> bool:
        """Say if the text of the page is that of most others but for its numbers, which counts do not see."""
        if self.paths is None or seen.branch[1].support < TEMPLATE_COUNT:
            return False
        lettered = [block.hash is not None for block in self._blocks]
        numbered = self._page.matrix[lettered, _DIGITS][: len(self.paths.blocks)] > 0
        return differs_in_numbers(self.paths, numbered, seen.branch[1])


def familiarity(paths: PagePaths, history: PathHistory) -> float:
    """Say for how much the past of its site counts on a page, 0 to 1.

    A page of another template, most words of which are where next to none have been, is judged by itself; but
    not on a site whose paths are unknown, for it was learnt by heuristics that tell none.
    """
    if history.sums[0, 0] <= MATURE:
        return 1
    return min(1, (1 - strange_share(paths, history.sums)) / FAMILIAR_SHARE)


def score(network: Network, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Score n blocks by their inputs, (n,)."""
    return permitted(network.score(inputs), inputs)


def permitted(scores: NDArray[np.float32], inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give scores (n,) as they count: 0 for what the site's past rules out; the headline once, by itself."""
    known = scores * ~is_template(inputs)
    allowed = _with_one_headline(known * ~_stale_beside_text(known, inputs), inputs)
    return allowed * ~leads_to_headline(allowed, inputs)


def is_headline(inputs: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Say which of n blocks repeat the title, (n,)."""
    headline: NDArray[np.bool_] = inputs[:, _TITLE_MATCH] >= HEADLINE_MATCH
    return headline


def leads_to_headline(scores: NDArray[np.float32], inputs: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Say which of n blocks are before a headline that is content by its score, and half like it, (n,)."""
    kept = np.flatnonzero(is_headline(inputs) & (scores >= LIKELY))
    leads: NDArray[np.bool_] = ~is_headline(inputs) & (inputs[:, _TITLE_MATCH] >= LEAD_MATCH)
    leads[kept[0] if kept.size else 0 :] = False
    return leads


def _with_one_headline(scores: NDArray[np.float32], inputs: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give the headline that is likeliest, and most like the title, the chances of all."""
    places = np.flatnonzero(is_headline(inputs))
    if places.size > 1:
        chances = scores[places]
        likeliest = places[(chances * inputs[places, _TITLE_MATCH]).argmax()]
        scores = scores.copy()
        scores[places] = 0
        scores[likeliest] = np.minimum(chances.sum(), 1)
    return scores


def is_template(inputs: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Say which of n blocks most documents of the domain hold, (n,): they are never content."""
    count = np.rint(np.exp(inputs[:, _LOG_COUNT] * LOG_COUNT_SCALE))
    template: NDArray[np.bool_] = (count >= TEMPLATE_COUNT) & (inputs[:, _SHARE] > TEMPLATE_SHARE)
    return template


def is_stale(inputs: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Say which of n blocks are where the site puts long text that is seldom new, (n,)."""
    known = inputs[:, _LOG_DOCUMENTS] >= np.log1p(STALE_DOCUMENTS) / LOG_SCALE
    long = inputs[:, _LOG_BLOCK_WORDS] >= np.log1p(STALE_BLOCK_WORDS) / LOG_SCALE
    repeats = (inputs[:, _NEW_BLOCKS] < STALE_NEW_BLOCKS) & (inputs[:, _NEW_WORDS] < STALE_NEW_WORDS)
    stale: NDArray[np.bool_] = known & long & repeats & (inputs[:, _HEADLINE] == 0)
    return stale


def _stale_beside_text(scores: NDArray[np.float32], inputs: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Say which of n blocks are stale, (n,): none on a page without other text."""
    stale = is_stale(inputs)
    text = (scores >= LIKELY) & ~is_headline(inputs)
    words = np.expm1(inputs[:, _LOG_WORDS] * BLOCK_WORDS_SCALE) * text
    return stale & bool((words * stale).sum() <= STALE_TEXT * words.sum())


def choose(
    blocks: Sequence[TextBlock],
    scores: NDArray[np.float32],
    words: NDArray[np.float32],
    inputs: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Say which of n blocks are content, by their scores (n,), their words (n,) and the network's inputs."""
    return completed(blocks, scores, words, _article(scores, words, inputs))


def _article(
    scores: NDArray[np.float32], words: NDArray[np.float32], inputs: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Say which of n blocks are content by themselves and as one piece of text, (n,)."""
    return find_article(scores, words, is_headline(inputs), how_known(inputs))


def how_known(inputs: NDArray[np.float32]) -> float:
    """Say how well the site is known: 0 not at all, 1 as well as can be."""
    others = float(np.expm1(inputs[0, _LOG_SUPPORT] * LOG_SUPPORT_SCALE))
    return min(1, others / KNOWN_DOCUMENTS)


@cache
def shipped_network() -> Network:
    """Load the network that comes with the library, once."""
    return load_network(WEIGHTS)


@cache
def cold_network() -> Network:
    """Give the shipped network for the features alone: nothing is known of the site."""
    return shipped_network().where_the_rest_is_0(len(FEATURES))
