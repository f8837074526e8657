"""The heuristic ``auto``: block features and tree evidence, scored by three small networks side by side.

blocks ─ features ─┬─ network that knows nothing of the site ─► what the history of paths learns
                   └─┐
counts ─ evidence ───┼─ network ─ scores ─► decisions
paths ─ history ─────┘

One network serves cold and warm sites: a page without history has evidence 0, and evidence grows with the
site. Paths learn from how pages score without their site, never from decisions, so that no error confirms
itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.article import LEAST_LIKELY, find_article
from urltree.auto.inputs import INPUTS
from urltree.auto.vetoes import has_digits, heads_page, is_template, numbers_lines, permitted
from urltree.auto.wholes import Clues, completed
from urltree.evidence.evidence import LOG_SUPPORT_SCALE, asked_node, tree_evidence
from urltree.evidence.pathhistory import outline, page_paths, path_evidence
from urltree.evidence.pathsums import strange_share
from urltree.evidence.reprints import TEMPLATE_COUNT, differs_in_numbers, without_reprints
from urltree.features import FEATURES, page_features
from urltree.heuristics import by_score
from urltree.metadata.headline import page_headline
from urltree.models import MATURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.auto.networks import Networks
    from urltree.models import Decision, NodeCounts, Observation, Page, PagePaths, PathHistory, TextBlock

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

#: The site's past counts in full on a page with at least this share of its words on well-known paths.
FAMILIAR_SHARE = 0.5

#: A site with this many other documents is known as well as can be.
KNOWN_DOCUMENTS = 50

#: On a site that is known at least this well, a text that is new to it is likely the page's own.
KNOWN_ENOUGH = 0.2

_NEW = INPUTS.index("domain: alone")
_LOG_SUPPORT = INPUTS.index("domain: log support")


class AutoReading:
    """A page of at least one block as `auto` sees it; without a `title` the headline in its own is used."""

    def __init__(self, page: Page, title: str | None, networks: Networks) -> None:
        self._blocks = blocks = page.blocks
        self._network = networks.whole
        self._features = page_features(blocks, title or page_headline(page))
        self._outline = outline(blocks)
        self._begun = networks.whole.begin(self._features.matrix)
        self._alone = networks.cold.finish(self._begun)
        #: What the history of paths is to learn.
        self.paths = page_paths(blocks, self._outline, self._features.words, self._alone)

    def decide(self, seen: Observation) -> list[Decision]:
        """Decide on the blocks by what the tree has seen."""
        inputs = self.inputs(seen)
        scores = self._scores(inputs)
        content = choose(self._blocks, scores, self._features.words, inputs, self._alone)
        return by_score(self._blocks, content, scores, asked_node(seen.branch))

    def _scores(self, inputs: Floats) -> Floats:
        sums = self._begun + self._network.begin(inputs[:, len(FEATURES) :], len(FEATURES))
        return permitted(self._blocks, self._network.finish(sums), self._features.words, inputs, self._alone)

    def inputs(self, seen: Observation) -> Floats:
        """Return the network's inputs for the n blocks: (n, len(INPUTS))."""
        page, branch = self._features, self.branch(seen)
        evidence = tree_evidence(self._blocks, branch, page.words, page.long, page.containers)
        past = path_evidence(self._outline, seen.history)
        inputs = np.concatenate((page.matrix, evidence, past), axis=1)
        inputs[:, len(FEATURES) :] *= self.familiarity(seen)
        return inputs

    def belongs(self, scores: Floats, inputs: Floats) -> Mask:
        """Say which of the n blocks are content only by what they are part of or head, (n,)."""
        words = self._features.words
        chosen = choose(self._blocks, scores, words, inputs, self._alone)
        return chosen & ~_article(scores, words, inputs)

    def branch(self, seen: Observation) -> Sequence[NodeCounts]:
        """Return the counts along the branch without the documents that repeat the text of this page."""
        return without_reprints(seen.branch, self.paths)

    def familiarity(self, seen: Observation) -> float:
        """Say how much the past of the site counts for this page, 0 to 1."""
        if self.differs_in_numbers(seen):
            return 0
        return how_familiar(self.paths, seen.history) if seen.history is not None else 1

    def differs_in_numbers(self, seen: Observation) -> bool:
        """Say whether the page has the text of most others except for its numbers, which are not counted."""
        if seen.branch[1].support < TEMPLATE_COUNT:
            return False
        lettered = [block.hash is not None for block in self._blocks]
        numbered = has_digits(self._features.matrix)[lettered][: len(self.paths.blocks)]
        return differs_in_numbers(self.paths, numbered, seen.branch[1])


def how_familiar(paths: PagePaths, history: PathHistory) -> float:
    """Say how much the past of its site counts for a page, 0 to 1.

    A page of another template, most words of which are on paths that next to no document had, is judged by
    itself. But on a site whose paths are unknown, since it was learnt by heuristics that record none, the
    past counts in full.
    """
    if history.sum_of("documents")[0] <= MATURE:
        return 1
    return min(1, (1 - strange_share(paths, history)) / FAMILIAR_SHARE)


def choose(blocks: Sequence[TextBlock], scores: Floats, words: Floats, inputs: Floats, alone: Floats) -> Mask:
    """Say which of n blocks, at least one, are content, (n,).

    Scores and words are (n,), `inputs` are those of the network, `alone` (n,) are scores without the site.
    """
    template, headline, numbers = is_template(inputs), heads_page(inputs), numbers_lines(blocks)
    possible = (scores > 0) & ~numbers
    clues = Clues(
        alone=alone,
        own=~template | has_digits(inputs),
        headline=headline,
        possible=possible,
        fresh=(how_known(inputs) >= KNOWN_ENOUGH) & (inputs[:, _NEW] > 0) & (scores >= LEAST_LIKELY),
        headings=possible | (template & ~headline),
    )
    content = completed(blocks, words, _article(scores, words, inputs), clues)
    return content & ~numbers


def _article(scores: Floats, words: Floats, inputs: Floats) -> Mask:
    """Say which of n blocks are content by themselves and as one piece of text, (n,)."""
    return find_article(scores, words, heads_page(inputs), how_known(inputs))


def how_known(inputs: Floats) -> float:
    """Say how well the site is known: 0 not at all, 1 as well as can be."""
    others = float(np.expm1(inputs[0, _LOG_SUPPORT] * LOG_SUPPORT_SCALE))
    return min(1, others / KNOWN_DOCUMENTS)
