"""The heuristic ``auto``: block features and tree evidence, scored by four small networks side by side.

blocks ─ features ─┬─ network that knows nothing of the site ─► what the history of paths learns
                   └─┐
counts ─ evidence ───┼─ inputs ─┬─ network ─ scores ─► permitted ─► article ─► completed ─► decisions
paths ─ history ─────┘          └─ clues ─────────────────┴───────────┴───────────┘

One network serves cold and warm sites: a page without history has evidence 0, and evidence grows with the
site. Paths learn from how pages score without their site, never from decisions, so that no error confirms
itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from urltree.auto.article import find_article
from urltree.auto.clues import read_clues
from urltree.auto.networks import COLUMNS
from urltree.auto.pointers import points_elsewhere
from urltree.auto.threads import is_thread, with_bodies
from urltree.auto.vetoes import permitted
from urltree.auto.wholes import completed
from urltree.context import Context
from urltree.evidence.pathevidence import path_evidence
from urltree.evidence.pathhistory import page_paths, strange_share
from urltree.evidence.reprints import TEMPLATE_COUNT, differs_in_numbers, without_reprints
from urltree.evidence.treeevidence import asked_node, tree_evidence
from urltree.features import FEATURES, page_features
from urltree.heuristics import by_score
from urltree.metadata.headline import page_headline
from urltree.models import MATURE
from urltree.traits.outline import outline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from urltree.auto.clues import Clues
    from urltree.auto.networks import Networks
    from urltree.models import Decision, NodeCounts, Observation, Page, PagePaths, PathHistory

    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

#: The site's past counts in full on a page with at least this share of its words on well-known paths.
FAMILIAR_SHARE = 0.5


class AutoReading:
    """A page of at least one block as `auto` sees it.

    `title` is the one that was given for it; without one, the headline in the page's own counts.
    """

    def __init__(self, page: Page, title: str | None, networks: Networks) -> None:
        self._page = page
        self._networks = networks
        self._outline = outline(page.blocks)
        self._features = page_features(page.blocks, title or page_headline(page))
        words = self._features.words
        #: What is around each block.
        self.context = Context.of([self._outline.own], [words])
        self._judge_alone()
        if is_thread(page.blocks, self._features.matrix, words, self._alone):
            self._features = self._features._replace(matrix=with_bodies(self._features.matrix))
            self._judge_alone()
        #: What the history of paths is to learn.
        self.paths = page_paths(page.blocks, self._outline, words, self._alone)

    def _judge_alone(self) -> None:
        """Score the blocks without the site."""
        # Both networks have the same weights for these inputs; only their biases differ.
        self._begun = self._networks.full.begin(self._features.matrix)
        self._alone = self._networks.cold.finish(self._begun, self.context)

    def decide(self, seen: Observation) -> list[Decision]:
        """Decide on the blocks by what the tree has seen."""
        inputs = self.inputs(seen)
        clues = self.clues(inputs)
        scores = permitted(self._score(inputs), clues)
        return by_score(self._page.blocks, choose(scores, clues), scores, asked_node(seen.branch))

    def _score(self, inputs: Floats) -> Floats:
        network = self._networks.full
        sums = self._begun + network.begin(inputs[:, len(FEATURES) :], len(FEATURES))
        return network.finish(sums, self.context)

    def inputs(self, seen: Observation) -> Floats:
        """Return the network's inputs for the n blocks: (n, len(INPUTS))."""
        inputs = self.inputs_in_full(seen)
        inputs[:, len(FEATURES) :] *= self.familiarity(seen)
        return inputs

    def inputs_in_full(self, seen: Observation) -> Floats:
        """Return the inputs as they would be if the site's past counted in full."""
        page, branch = self._features, self.branch(seen)
        evidence = tree_evidence(self._page.blocks, branch, page.words, page.long, page.elements)
        return np.concatenate((page.matrix, evidence, path_evidence(self._outline, seen.history)), axis=1)

    def clues(self, inputs: Floats) -> Clues:
        """Return what is known of the n blocks besides their scores."""
        known = self._features
        return read_clues(self._page, known.elements, known.words, self._alone, inputs)

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
        lettered = [block.hash is not None for block in self._page.blocks]
        numbered = self._features.matrix[lettered, COLUMNS["text: digit share"]] > 0
        return differs_in_numbers(self.paths, numbered[: len(self.paths.blocks)], seen.branch[1])


def how_familiar(paths: PagePaths, history: PathHistory) -> float:
    """Say how much the past of its site counts for a page, 0 to 1.

    A page of another template, most words of which are on paths that next to no document had, is judged by
    itself. But on a site whose paths are unknown, since it was learnt by heuristics that record none, the
    past counts in full.
    """
    if history.sum_of("documents")[0] <= MATURE:
        return 1
    return min(1, (1 - strange_share(paths, history)) / FAMILIAR_SHARE)


def choose(scores: Floats, clues: Clues) -> Mask:
    """Say which of n blocks, at least one, are content, (n,), by their permitted scores (n,)."""
    article = find_article(scores, clues.words, clues.heads, clues.known)
    certain = (clues.stated | clues.footnotes) & (scores > 0)
    content = completed(article | certain, scores, clues) & ~clues.line_numbers
    return content & ~points_elsewhere(content, clues)
